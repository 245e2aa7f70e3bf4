import type { FastifyRequest } from 'fastify';
import type { Proof } from '../../contract/schemas/challenge.ts';
import type { AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { SignUpProofs } from './sign-up-proofs.ts';

/**
 * Puts an address on the waitlist, for the call and for the form without JavaScript.
 *
 * @param written the address as it was typed
 * @throws CallError if the address is invalid, or a proof of work is needed or invalid
 */
export type SignUp = (
  request: FastifyRequest,
  written: string,
  proof: Proof | undefined,
) => Promise<void>;

export function createSignUp({ storage, clock }: AppParts, signUpProofs: SignUpProofs): SignUp {
  return async (request, written, proof) => {
    const email = canonicalEmail(written);
    if (!email) throw errors.invalidEmail();
    await signUpProofs.admit(request, proof);
    await storage.waitlist.join(email, clock());
  };
}
