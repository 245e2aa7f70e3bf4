import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Answers whether the signed-in user is an admin now. */
export function verifyAdmin(sessions: BrowserSessions): Handler<'verifyAdmin'> {
  return async (request) => ({ isAdmin: await sessions.isAdmin(request) });
}
