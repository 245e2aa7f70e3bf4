import { type Handler, plainHandler } from '../http/call.ts';
import type { SignUp } from './sign-up.ts';

const JOINED = { joined: true } as const;
const UNREACHABLE = { joined: true, unreachable: true } as const;

/** Puts an address on the waitlist. The answer does not reveal whether the address was already there. */
export function joinWaitlist(signUp: SignUp): Handler<'joinWaitlist'> {
  return plainHandler(async ({ network, body }) => {
    const after = await signUp(network, body.email, body.proof, body.via);
    return after === 'unreachable' ? UNREACHABLE : JOINED;
  });
}
