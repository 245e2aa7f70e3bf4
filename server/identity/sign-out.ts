import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Ends a session. The answer is the same without one: the browser is signed out afterwards. */
export function signOut(sessions: BrowserSessions): Handler<'signOut'> {
  return async (request, reply) => {
    await sessions.end(request, reply);
    // Also removes pages that the back button could show again.
    reply.header('clear-site-data', '"cache"');
    return { signedOut: true };
  };
}
