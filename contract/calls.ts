import type { Static, TSchema } from 'typebox';
import { analyticsCalls } from './schemas/analytics.ts';
import { arrivalCalls } from './schemas/arrivals.ts';
import { availabilityCalls } from './schemas/availability.ts';
import { botCheckCalls } from './schemas/bot-check.ts';
import type { CallSchema, ErrorResponse } from './schemas/call-schema.ts';
import { identityCalls } from './schemas/identity.ts';
import { inviteEventCalls } from './schemas/invite-events.ts';
import { inviterCalls } from './schemas/inviters.ts';
import { launchCalls } from './schemas/launch.ts';
import { mailingCalls } from './schemas/mailings.ts';
import { noteCalls } from './schemas/marks.ts';
import { returnedLetterCalls } from './schemas/returned-letters.ts';
import { teamWaitlistCalls } from './schemas/team-waitlist.ts';
import { waitlistCalls } from './schemas/waitlist.ts';
import { waveCalls } from './schemas/waves.ts';

/**
 * Every call of the site, by its name. Scripts of pages contain only the shapes of answers (`browser-calls.ts`). Only a
 * site that sends letters, or has sent some, has `confirmSignUp`, `choosePhone`, `getPosition` and `leaveWaitlist`.
 */
export const callSchemas = {
  ...waitlistCalls,
  ...botCheckCalls,
  ...inviterCalls,
  ...inviteEventCalls,
  ...identityCalls,
  ...analyticsCalls,
  ...noteCalls,
  ...availabilityCalls,
  ...teamWaitlistCalls,
  ...waveCalls,
  ...arrivalCalls,
  ...mailingCalls,
  ...returnedLetterCalls,
  ...launchCalls,
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

/** One call between a client and the server. The type parameters are the parsed JSON bodies and the query string. */
export interface Call<Request, Response, Query = unknown>
  extends Pick<CallSchema, 'method' | 'path' | 'access'> {
  /** Never set. This property lets TypeScript infer the type parameters from a call. */
  readonly shapes?: { request: Request; response: Response; query: Query; error: ErrorResponse };
}

/** What clients, routes and tests need of every call. */
export const calls = Object.fromEntries(
  Object.entries(callSchemas).map(([name, { method, path, access }]) => [
    name,
    { method, path, access },
  ]),
) as unknown as {
  readonly [Name in CallName]: Call<BodyOf<Name>, ResponseOf<Name>, QueryOf<Name>>;
};
