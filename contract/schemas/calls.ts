import type { Static, TSchema } from 'typebox';
import { analyticsCalls } from './analytics.ts';
import { appInviteCalls } from './app-invites.ts';
import { botCheckCalls } from './bot-check.ts';
import type { CallSchema } from './call-schema.ts';
import { identityCalls } from './identity.ts';
import { inviteEventCalls } from './invite-events.ts';
import { inviterCalls } from './inviters.ts';
import { waitlistCalls } from './waitlist.ts';

/**
 * Every call of the site, by its name: those of spec §7, and our additions. Scripts of pages contain only the shapes of
 * answers (`browser-calls.ts`). Only a site that sends letters, or has sent some, has `confirmSignUp`, `getStanding`
 * and `leaveWaitlist`.
 */
export const callSchemas = {
  ...waitlistCalls,
  ...botCheckCalls,
  ...inviterCalls,
  ...inviteEventCalls,
  ...appInviteCalls,
  ...identityCalls,
  ...analyticsCalls,
} as const;

export type CallName = keyof typeof callSchemas;

type StaticOf<Name extends CallName, Part extends keyof CallSchema> =
  (typeof callSchemas)[Name] extends Record<Part, infer Schema extends TSchema>
    ? Static<Schema>
    : undefined;

export type BodyOf<Name extends CallName> = StaticOf<Name, 'body'>;
export type QueryOf<Name extends CallName> = StaticOf<Name, 'querystring'>;
export type ParamsOf<Name extends CallName> = StaticOf<Name, 'params'>;
export type ResponseOf<Name extends CallName> = StaticOf<Name, 'response'>;
