import type { Handler } from '../http/call.ts';
import type { BrowserSessions } from './sessions.ts';

/** Ends the session of the browser. Without a session the answer is the same. */
export function signOut(sessions: BrowserSessions): Handler<'signOut'> {
  return async (request, reply) => {
    await sessions.end(request, reply);
    // Makes the browser remove cached pages, which the back button could show again.
    reply.header('clear-site-data', '"cache"');
    return { signedOut: true };
  };
}
