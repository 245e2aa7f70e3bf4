import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { SignInRequest, SignInResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import { errors } from '../errors.ts';
import type { PhoneProvider } from '../identity/provider.ts';
import type { BrowserSessions } from '../identity/sessions.ts';
import { limits } from '../limits.ts';

/** Begins a session for whoever proves that a number is theirs, admin or not. */
export function signIn(app: App, provider: PhoneProvider, sessions: BrowserSessions): void {
  app.route({
    method: calls.signIn.method,
    url: calls.signIn.path,
    config: { rateLimit: limits.signIn },
    schema: {
      summary: 'Begin a session for the holder of a phone',
      body: SignInRequest,
      response: { 200: SignInResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request, reply) => {
      const phone = await provider.prove(request.body, request);
      if (!phone) throw errors.invalidCode();
      return { userId: await sessions.begin(request, reply, phone) };
    },
  });
}
