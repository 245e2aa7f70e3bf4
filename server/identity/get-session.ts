import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Tells a browser who is signed in there. */
export function getSession(sessions: BrowserSessions): Handler<'getSession'> {
  return async (request) => ({ userId: (await sessions.use(request))?.userId ?? null });
}
