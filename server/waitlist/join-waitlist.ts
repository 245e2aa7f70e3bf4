import type { Handler } from '../http/call.ts';
import type { SignUp } from './sign-up.ts';

/** Puts an address on the waitlist. The answer does not reveal whether it was already there. */
export function joinWaitlist(signUp: SignUp): Handler<'joinWaitlist'> {
  return async (request) => {
    await signUp(request, request.body.email, request.body.proof);
    return { joined: true };
  };
}
