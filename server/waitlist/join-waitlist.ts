import type { Handler } from '../http/call.ts';
import { addressOf } from '../http/client-network.ts';
import type { SignUp } from './sign-up.ts';

/** Puts an address on the waitlist. The answer does not reveal whether the address was already there. */
export function joinWaitlist(signUp: SignUp): Handler<'joinWaitlist'> {
  return async (request) => {
    const { email, proof, via } = request.body;
    const after = await signUp(addressOf(request), email, proof, via);
    return after === 'unreachable' ? { joined: true, unreachable: true } : { joined: true };
  };
}
