import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { PhoneProvider } from './phone-provider.ts';
import type { BrowserSessions } from './sessions.ts';

/** Begins a session for whoever proves that a number is theirs, admin or not. */
export function signIn(provider: PhoneProvider, sessions: BrowserSessions): Handler<'signIn'> {
  return async (request, reply) => {
    const phone = await provider.prove(request.body, request);
    if (!phone) throw errors.invalidCode();
    return { userId: await sessions.begin(request, reply, phone) };
  };
}
