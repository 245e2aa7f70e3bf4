import type { ReportAppInvitesRequest, ReportAppInvitesResponse } from './schemas/app-invites.ts';
import type { ErrorResponse } from './schemas/errors.ts';
import type { InviterResponse, PutInviterRequest, StoredResponse } from './schemas/inviters.ts';
import type { TrackInviteRequest, TrackInviteResponse } from './schemas/tracking.ts';
import type { JoinWaitlistRequest, JoinWaitlistResponse } from './schemas/waitlist.ts';

/** One call between browser and server. The type parameters are the bodies as JSON. */
export interface Call<Request, Response> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A segment such as `:id` stands for a value; `pathTo` fills it in. */
  readonly path: `/api/${string}`;
  /** Who may make the call; `app` is the app's back end, which shows one of its keys. */
  readonly access: 'anyone' | 'app';
  /** Never set: carries the shapes of the bodies for the type checker alone. */
  readonly shapes?: { request: Request; response: Response; error: ErrorResponse };
}

/**
 * Every call of the site (spec §7 and ours), once. Routes, the client and the tests are built from it.
 * Any of them may answer `{ error }` with 4xx, and with 503 while the database is away.
 */
export const calls = {
  /** Puts an address on the waitlist. */
  joinWaitlist: {
    method: 'POST',
    path: '/api/waitlist',
    access: 'anyone',
  } as Call<JoinWaitlistRequest, JoinWaitlistResponse>,

  /** The public profile of an inviter. 404 where there is none. */
  getInviter: {
    method: 'GET',
    path: '/api/users/:id',
    access: 'anyone',
  } as Call<undefined, InviterResponse>,

  /** Counts what happened on an invite page, once for each page load. 404 for an unknown inviter. */
  trackInvite: {
    method: 'POST',
    path: '/api/track/app-invite',
    access: 'anyone',
  } as Call<TrackInviteRequest, TrackInviteResponse>,

  /** Creates or replaces the profile of an inviter. */
  putInviter: {
    method: 'PUT',
    path: '/api/users/:id',
    access: 'app',
  } as Call<PutInviterRequest, StoredResponse>,

  /** Erases a person: the profile, and every row about them. 404 where there is nobody. */
  eraseInviter: {
    method: 'DELETE',
    path: '/api/users/:id',
    access: 'app',
  } as Call<undefined, StoredResponse>,

  /** Takes in which invites were sent and accepted inside the app: one, or up to 1,000 at a time. */
  reportAppInvites: {
    method: 'POST',
    path: '/api/app-invites',
    access: 'app',
  } as Call<ReportAppInvitesRequest, ReportAppInvitesResponse>,
} as const;

/** The address of a call about one inviter, whose id becomes one segment whatever it contains. */
export function pathTo(call: { readonly path: string }, id: string): string {
  return call.path.replace(':id', () => encodeURIComponent(id));
}
