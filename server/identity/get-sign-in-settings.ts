import type { Handler } from '../http/call.ts';
import type { PhoneProvider } from './phone-provider.ts';

/** Tells the sign-in form which provider to use, so that one build serves all of them. */
export function getSignInSettings(provider: PhoneProvider): Handler<'getSignInSettings'> {
  return async () => provider.settings;
}
