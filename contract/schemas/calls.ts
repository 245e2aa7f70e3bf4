import {
  AnalyticsCsvQuery,
  AnalyticsCsvResponse,
  AnalyticsDaysQuery,
  AnalyticsDaysResponse,
  AnalyticsLiveQuery,
  AnalyticsLiveResponse,
  AnalyticsQuery,
  AnalyticsResponse,
} from './analytics.ts';
import { ReportAppInvitesRequest, ReportAppInvitesResponse } from './app-invites.ts';
import {
  ErasedResponse,
  InviterParams,
  InviterResponse,
  PutInviterRequest,
  StoredResponse,
} from './inviters.ts';
import {
  ChallengeResponse,
  SendCodeRequest,
  SendCodeResponse,
  SessionResponse,
  SignInRequest,
  SignInResponse,
  SignInSettingsResponse,
  SignOutResponse,
  VerifyAdminRequest,
  VerifyAdminResponse,
} from './sign-in.ts';
import { TrackInviteRequest, TrackInviteResponse } from './tracking.ts';
import type { Static, TSchema } from './type.ts';
import { JoinWaitlistRequest, JoinWaitlistResponse } from './waitlist.ts';

/** What a call takes and answers. `contract/calls.ts` has its path and who may make it. */
export interface CallSchema {
  /** For the OpenAPI document. */
  readonly summary: string;
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** Most bytes of a body, where that is more than of other calls. */
  readonly maxBodyBytes?: number;
  /** The handler checks the body itself: the schema describes it, and refuses nothing. */
  readonly checksOwnBody?: true;
  readonly response: TSchema;
  /** Of an answer that is no JSON: its media type, and what it is. */
  readonly media?: { readonly type: string; readonly description: string };
}

/** Of every call of the site, by its name. Browsers import the types alone. */
export const callSchemas = {
  joinWaitlist: {
    summary: 'Put an address on the waitlist',
    body: JoinWaitlistRequest,
    response: JoinWaitlistResponse,
  },
  getInviter: {
    summary: 'The public profile of an inviter',
    params: InviterParams,
    response: InviterResponse,
  },
  trackInvite: {
    summary: 'Count what happened on an invite page',
    body: TrackInviteRequest,
    response: TrackInviteResponse,
  },
  putInviter: {
    summary: 'Create or replace the profile of an inviter',
    params: InviterParams,
    body: PutInviterRequest,
    response: StoredResponse,
  },
  eraseInviter: {
    summary: 'Erase a person: the profile, and every row about them',
    params: InviterParams,
    response: ErasedResponse,
  },
  reportAppInvites: {
    summary: 'Take in which invites were sent and accepted inside the app',
    body: ReportAppInvitesRequest,
    // A kilobyte for each report of a full list, which is more than they take.
    maxBodyBytes: 1024 * 1024,
    // The schema would refuse a list for one bad report.
    checksOwnBody: true,
    response: ReportAppInvitesResponse,
  },
  getSignInSettings: {
    summary: 'Which provider proves phone numbers',
    response: SignInSettingsResponse,
  },
  getChallenge: {
    summary: 'A task whose solution comes with the wish for a code',
    response: ChallengeResponse,
  },
  sendCode: {
    summary: 'Send a code to a phone',
    body: SendCodeRequest,
    response: SendCodeResponse,
  },
  signIn: {
    summary: 'Begin a session for the holder of a phone',
    body: SignInRequest,
    response: SignInResponse,
  },
  getSession: {
    summary: 'Who is signed in here',
    response: SessionResponse,
  },
  signOut: {
    summary: 'End the session',
    response: SignOutResponse,
  },
  verifyAdmin: {
    summary: 'Whether whoever is signed in is an admin',
    body: VerifyAdminRequest,
    response: VerifyAdminResponse,
  },
  getAnalytics: {
    summary: 'How invites do: the figures over all, and some of the inviters',
    querystring: AnalyticsQuery,
    response: AnalyticsResponse,
  },
  getAnalyticsDays: {
    summary: 'What was counted on each of the last days',
    querystring: AnalyticsDaysQuery,
    response: AnalyticsDaysResponse,
  },
  getAnalyticsCsv: {
    summary: 'Every inviter of a search as CSV',
    querystring: AnalyticsCsvQuery,
    response: AnalyticsCsvResponse,
    media: { type: 'text/csv', description: 'One line for each inviter.' },
  },
  watchAnalytics: {
    summary: 'Hear of each new version of the figures, as server-sent events',
    querystring: AnalyticsLiveQuery,
    response: AnalyticsLiveResponse,
    media: { type: 'text/event-stream', description: 'A version in each event.' },
  },
} as const satisfies Record<string, CallSchema>;

export type CallName = keyof typeof callSchemas;

type StaticOf<Name extends CallName, Part extends keyof CallSchema> =
  (typeof callSchemas)[Name] extends Record<Part, infer Schema extends TSchema>
    ? Static<Schema>
    : undefined;

export type BodyOf<Name extends CallName> = StaticOf<Name, 'body'>;
export type QueryOf<Name extends CallName> = StaticOf<Name, 'querystring'>;
export type ParamsOf<Name extends CallName> = StaticOf<Name, 'params'>;
export type ResponseOf<Name extends CallName> = StaticOf<Name, 'response'>;
