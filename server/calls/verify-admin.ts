import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { VerifyAdminRequest, VerifyAdminResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import type { BrowserSessions } from '../identity/sessions.ts';

/** Tells somebody who is signed in whether they are an admin now. */
export function verifyAdmin(app: App, sessions: BrowserSessions): void {
  app.route({
    method: calls.verifyAdmin.method,
    url: calls.verifyAdmin.path,
    schema: {
      summary: 'Whether whoever is signed in is an admin',
      body: VerifyAdminRequest,
      response: { 200: VerifyAdminResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request) => ({ isAdmin: (await sessions.find(request))?.isAdmin === true }),
  });
}
