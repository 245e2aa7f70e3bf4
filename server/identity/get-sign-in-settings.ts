import type { Handler } from '../http/call.ts';
import type { PhoneProvider } from './phone-provider.ts';

/** Answers which provider the sign-in form must use. The form asks, because its page is the same for all providers. */
export function getSignInSettings(provider: PhoneProvider): Handler<'getSignInSettings'> {
  return async () => provider.settings;
}
