import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { SignInSettingsResponse } from '../../contract/schemas/sign-in.ts';
import type { App } from '../app-parts.ts';
import type { PhoneProvider } from '../identity/provider.ts';

/** Tells the sign-in form which provider to talk to, so that one build serves all of them. */
export function getSignInSettings(app: App, provider: PhoneProvider): void {
  app.route({
    method: calls.getSignInSettings.method,
    url: calls.getSignInSettings.path,
    schema: {
      summary: 'Which provider proves phone numbers',
      response: { 200: SignInSettingsResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async () => provider.settings,
  });
}
