import type { BodyOf, CallName, QueryOf, ResponseOf } from './schemas/calls.ts';
import type { ErrorResponse } from './schemas/errors.ts';

/** One call between browser and server. The type parameters are the bodies as JSON, and the query string. */
export interface Call<Request, Response, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A segment such as `:id` stands for a value; `pathTo` fills it in. */
  readonly path: `/api/${string}`;
  /**
   * Who may make the call: `app` is the app's back end, which shows one of its keys; `session` is
   * whoever is signed in, for themselves; `admin` is one who has the right at that moment.
   */
  readonly access: 'anyone' | 'app' | 'session' | 'admin';
  /** Never set: carries the shapes for the type checker alone. */
  readonly shapes?: { request: Request; response: Response; query: Query; error: ErrorResponse };
}

/**
 * Every call of the site (spec §7 and ours), once: `schemas/calls.ts` has what each takes and answers. Routes,
 * the client and the tests are built from both.
 * Any of them may answer `{ error }` with 4xx, and with 503 while the database is away.
 */
export const calls: {
  readonly [Name in CallName]: Call<BodyOf<Name>, ResponseOf<Name>, QueryOf<Name>>;
} = {
  /** Puts an address on the waitlist. 429 with the id `proof-needed` after many from one network. */
  joinWaitlist: {
    method: 'POST',
    path: '/api/waitlist',
    access: 'anyone',
  },

  /** A task that costs a browser a moment and a sender of thousands a fortune. */
  getChallenge: {
    method: 'GET',
    path: '/api/challenge',
    access: 'anyone',
  },

  /** The public profile of an inviter. 404 where there is none. */
  getInviter: {
    method: 'GET',
    path: '/api/users/:id',
    access: 'anyone',
  },

  /** Counts what happened on an invite page, once for each page load. 404 for an unknown inviter. */
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

  /** Erases a person: the profile, and every row about them. 404 where there is nobody. */
  eraseInviter: {
    method: 'DELETE',
    path: '/api/users/:id',
    access: 'app',
  },

  /** Takes in which invites were sent and accepted inside the app: one, or up to 1,000 at a time. */
  reportAppInvites: {
    method: 'POST',
    path: '/api/app-invites',
    access: 'app',
  },

  /** Which provider of identity the sign-in form talks to. */
  getSignInSettings: {
    method: 'GET',
    path: '/api/auth/settings',
    access: 'anyone',
  },

  /** Sends a code to a phone. 400 for what is no phone number, 403 for a proof that does not hold. */
  sendCode: {
    method: 'POST',
    path: '/api/auth/code',
    access: 'anyone',
  },

  /** Begins a session, in a cookie. 401 for a code or token that does not hold. */
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

  /** Ends the session, here and on the server. */
  signOut: {
    method: 'DELETE',
    path: '/api/auth/session',
    access: 'anyone',
  },

  /** Whether the person who is signed in is an admin. 403 unless `userId` is theirs. */
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

  /** The rows of the search as CSV. */
  getAnalyticsCsv: {
    method: 'GET',
    path: '/api/analytics.csv',
    access: 'admin',
  },

  /** Server-sent events: `data:` is a version, and a new one means that figures have changed. */
  watchAnalytics: {
    method: 'GET',
    path: '/api/analytics/live',
    access: 'admin',
  },
};

/** The address of a call about one inviter, whose id becomes one segment whatever it contains. */
export function pathTo(call: { readonly path: string }, id: string): string {
  return call.path.replace(':id', () => encodeURIComponent(id));
}
