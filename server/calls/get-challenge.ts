import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { ChallengeResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import type { EmbeddedProvider } from '../identity/embedded.ts';
import { limits } from '../limits.ts';

/** Hands out a task whose solution must come with the wish for a code. */
export function getChallenge(app: App, provider: EmbeddedProvider): void {
  app.route({
    method: calls.getChallenge.method,
    url: calls.getChallenge.path,
    config: { rateLimit: limits.getChallenge },
    schema: {
      summary: 'A task whose solution comes with the wish for a code',
      response: { 200: ChallengeResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: () => provider.challenge(),
  });
}
