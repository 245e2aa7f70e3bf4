import type { BodyOf, CallName, QueryOf, ResponseOf } from './schemas/calls.ts';
import type { ErrorResponse } from './schemas/errors.ts';

/** One call between a client and the server. The type parameters are the parsed JSON bodies and the query string. */
export interface Call<Request, Response, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `pathTo` replaces a segment such as `:id` with a value. */
  readonly path: `/api/${string}`;
  /**
   * Who may make the call: `app` is the app's back end, with one of its keys; `session` is any signed-in user, for
   * their own data; `admin` is a user who is an admin at the time of the request.
   */
  readonly access: 'anyone' | 'app' | 'session' | 'admin';
  /** Never set. This property lets TypeScript infer the type parameters from a call. */
  readonly shapes?: { request: Request; response: Response; query: Query; error: ErrorResponse };
}

/**
 * Every call of the site: those of spec §7, and our additions. `schemas/calls.ts` has the request and response of each
 * call. Routes, the client and the tests are built from this table. Every call may answer `{ error }` with 4xx, and
 * with 503 while the database is unavailable. Only a site that sends letters, or has sent some, has `confirmSignUp`,
 * `getStanding` and `leaveWaitlist`.
 */
export const calls: {
  readonly [Name in CallName]: Call<BodyOf<Name>, ResponseOf<Name>, QueryOf<Name>>;
} = {
  /** Puts an address on the waitlist. 429 with the id `proof-needed` after many sign-ups from one network. */
  joinWaitlist: {
    method: 'POST',
    path: '/api/waitlist',
    access: 'anyone',
  },

  /**
   * Confirms a sign-up. 410 for an invalid token, and for an address that is not on the list and has not left it, for
   * example because it was erased.
   */
  confirmSignUp: {
    method: 'POST',
    path: '/api/waitlist/confirm',
    access: 'anyone',
  },

  /** The state and place of a sign-up. It is a POST, so that no log contains the token. 410 as for `confirmSignUp`. */
  getStanding: {
    method: 'POST',
    path: '/api/waitlist/place',
    access: 'anyone',
  },

  /**
   * Leaves the waitlist. Mail providers make this call when a person presses their "Unsubscribe" (RFC 8058). 410 for a
   * token that this site has not made.
   */
  leaveWaitlist: {
    method: 'POST',
    path: '/api/waitlist/leave/:token',
    access: 'anyone',
  },

  /** A proof-of-work task: cheap to solve once, but expensive to solve thousands of times. */
  getChallenge: {
    method: 'GET',
    path: '/api/challenge',
    access: 'anyone',
  },

  /** The public profile of an inviter. 404 if unknown. */
  getInviter: {
    method: 'GET',
    path: '/api/users/:id',
    access: 'anyone',
  },

  /** Counts a page view or a button press on an invite page, each once per page load. 404 for an unknown inviter. */
  trackInvite: {
    method: 'POST',
    path: '/api/track/app-invite',
    access: 'anyone',
  },

  /** Creates or replaces the profile of an inviter. */
  putInviter: {
    method: 'PUT',
    path: '/api/users/:id',
    access: 'app',
  },

  /** Erases a person: the profile, and every row about them. 404 if unknown. */
  eraseInviter: {
    method: 'DELETE',
    path: '/api/users/:id',
    access: 'app',
  },

  /** Counts invites that were sent and accepted inside the app: one, or a list. */
  reportAppInvites: {
    method: 'POST',
    path: '/api/app-invites',
    access: 'app',
  },

  /** Which identity provider the sign-in form uses. */
  getSignInSettings: {
    method: 'GET',
    path: '/api/auth/settings',
    access: 'anyone',
  },

  /** Sends a code to a phone. 400 for an invalid phone number, 403 for an invalid proof of work. */
  sendCode: {
    method: 'POST',
    path: '/api/auth/code',
    access: 'anyone',
  },

  /** Starts a session and sets its cookie. 401 for an invalid code or token. */
  signIn: {
    method: 'POST',
    path: '/api/auth/session',
    access: 'anyone',
  },

  getSession: {
    method: 'GET',
    path: '/api/auth/session',
    access: 'anyone',
  },

  /** Ends the session on the server and deletes its cookie. */
  signOut: {
    method: 'DELETE',
    path: '/api/auth/session',
    access: 'anyone',
  },

  /** Whether the signed-in user is an admin. 403 unless `userId` is this user's id. */
  verifyAdmin: {
    method: 'POST',
    path: '/api/auth/verify-admin',
    access: 'session',
  },

  getAnalytics: {
    method: 'GET',
    path: '/api/analytics',
    access: 'admin',
  },

  getAnalyticsDays: {
    method: 'GET',
    path: '/api/analytics/days',
    access: 'admin',
  },

  /** The inviters that match a search, as CSV. */
  getAnalyticsCsv: {
    method: 'GET',
    path: '/api/analytics.csv',
    access: 'admin',
  },

  /**
   * Server-sent events. Each `data:` is the version of the figures: if the version has changed, read the figures again.
   */
  watchAnalytics: {
    method: 'GET',
    path: '/api/analytics/live',
    access: 'admin',
  },
};

/** The path of a call with the parameter `:id`. Invite pages contain this function. */
export function pathToId(call: { readonly path: string }, id: string): string {
  return call.path.replace(':id', () => encodeURIComponent(id));
}

/** The path of a call with a parameter. The value is encoded as one segment, even if it contains a slash. */
export function pathTo(call: { readonly path: string }, value: string): string {
  return call.path.replace(/:\w+/, () => encodeURIComponent(value));
}
