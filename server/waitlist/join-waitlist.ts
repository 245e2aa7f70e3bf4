import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { SignUpProofs } from './sign-up-proofs.ts';

/** Puts an address on the waitlist. The answer does not reveal whether it was already there. */
export function joinWaitlist(
  { storage, clock }: AppParts,
  signUpProofs: SignUpProofs,
): Handler<'joinWaitlist'> {
  return async (request) => {
    const email = canonicalEmail(request.body.email);
    if (!email) throw errors.invalidEmail();
    await signUpProofs.admit(request, request.body.proof);
    await storage.waitlist.join(email, clock());
    return { joined: true };
  };
}
