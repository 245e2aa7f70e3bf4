import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Ends a session. The same for a browser that has none: it is signed out afterwards. */
export function signOut(sessions: BrowserSessions): Handler<'signOut'> {
  return async (request, reply) => {
    await sessions.end(request, reply);
    // Pages that the back button would bring again are gone with it.
    reply.header('clear-site-data', '"cache"');
    return { signedOut: true };
  };
}
