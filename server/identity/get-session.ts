import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Answers with the signed-in user of the browser. */
export function getSession(sessions: BrowserSessions): Handler<'getSession'> {
  return async (request) => ({ userId: (await sessions.use(request))?.userId ?? null });
}
