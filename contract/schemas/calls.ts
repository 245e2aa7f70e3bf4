import { analyticsCalls } from './analytics.ts';
import { appInviteCalls } from './app-invites.ts';
import type { CallSchema } from './call-schema.ts';
import { challengeCalls } from './challenge.ts';
import { inviterCalls } from './inviters.ts';
import { signInCalls } from './sign-in.ts';
import { trackingCalls } from './tracking.ts';
import type { Static, TSchema } from './type.ts';
import { waitlistCalls } from './waitlist.ts';

/** The schemas of every call, by its name. Browsers import only the types. */
export const callSchemas = {
  ...waitlistCalls,
  ...challengeCalls,
  ...inviterCalls,
  ...trackingCalls,
  ...appInviteCalls,
  ...signInCalls,
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
