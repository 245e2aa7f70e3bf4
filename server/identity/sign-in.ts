import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { PhoneProvider } from './phone-provider.ts';
import type { BrowserSessions } from './sessions.ts';

/** Starts a session for the owner of a verified phone number, who may be an admin or not. */
export function signIn(
  { storage }: AppParts,
  provider: PhoneProvider,
  sessions: BrowserSessions,
): Handler<'signIn'> {
  return async (request, reply) => {
    const secret = await storage.keySecret();
    const phone = await provider.verify(request.body, request);
    const userId = phone && (await sessions.begin(request, reply, { phone, secret }));
    if (!userId) throw errors.invalidCode();
    return { userId };
  };
}
