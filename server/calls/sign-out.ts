import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { SignOutResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import type { BrowserSessions } from '../identity/sessions.ts';

/** Ends a session. The same for a browser that has none: it is signed out afterwards. */
export function signOut(app: App, sessions: BrowserSessions): void {
  app.route({
    method: calls.signOut.method,
    url: calls.signOut.path,
    schema: {
      summary: 'End the session',
      response: { 200: SignOutResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request, reply) => {
      await sessions.end(request, reply);
      // Pages that the back button would bring again are gone with it.
      reply.header('clear-site-data', '"cache"');
      return { signedOut: true as const };
    },
  });
}
