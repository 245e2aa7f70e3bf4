import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { SessionResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import type { BrowserSessions } from '../identity/sessions.ts';

/** Tells a browser who is signed in there. */
export function getSession(app: App, sessions: BrowserSessions): void {
  app.route({
    method: calls.getSession.method,
    url: calls.getSession.path,
    schema: {
      summary: 'Who is signed in here',
      response: { 200: SessionResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request) => ({ userId: (await sessions.use(request))?.userId ?? null }),
  });
}
