import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Tells somebody who is signed in whether they are an admin now. */
export function verifyAdmin(sessions: BrowserSessions): Handler<'verifyAdmin'> {
  return async (request) => ({ isAdmin: (await sessions.find(request))?.isAdmin === true });
}
