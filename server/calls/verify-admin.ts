import type { Handler } from '../call.ts';
import type { BrowserSessions } from '../identity/sessions.ts';

/** Tells somebody who is signed in whether they are an admin now. */
export function verifyAdmin(sessions: BrowserSessions): Handler<'verifyAdmin'> {
  return async (request) => ({ isAdmin: (await sessions.find(request))?.isAdmin === true });
}
