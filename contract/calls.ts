import type { ErrorResponse } from './schemas/errors.ts';
import type { JoinWaitlistRequest, JoinWaitlistResponse } from './schemas/waitlist.ts';

/** One call between browser and server. The type parameters are the bodies as JSON. */
export interface Call<Request, Response> {
  readonly method: 'GET' | 'POST';
  readonly path: `/api/${string}`;
  /** Who may make the call. */
  readonly access: 'anyone';
  /** Never set: carries the shapes of the bodies for the type checker alone. */
  readonly shapes?: { request: Request; response: Response; error: ErrorResponse };
}

/** Every call of the site (spec §7 and ours), once. Routes, the client and the tests are built from it. */
export const calls = {
  /** Puts an address on the waitlist. 400, 413, 415, 429 and 503 answer `{ error }`. */
  joinWaitlist: {
    method: 'POST',
    path: '/api/waitlist',
    access: 'anyone',
  } as Call<JoinWaitlistRequest, JoinWaitlistResponse>,
} as const;
