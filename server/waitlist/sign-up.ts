import { MEMBER_CODE } from '../../contract/letters.ts';
import { isPlainAddress } from '../../contract/plain-address.ts';
import type { Proof } from '../../contract/schemas/bot-check.ts';
import type { AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import type { Build } from '../pages/build.ts';
import { canonicalEmail } from './canonical-email.ts';
import type { SignUpProofs } from './sign-up-proofs.ts';

/** What follows a sign-up. `unreachable`: the site sends letters, but cannot send one to this address. */
export type AfterSignUp = keyof Build['signedUp'] | 'unreachable';

/**
 * Puts an address on the waitlist, for the call and for the form without JavaScript.
 *
 * @param network the client's address, or its /64 network
 * @param written the address as it was typed
 * @param via the code of the member whose link was used
 * @returns what follows
 * @throws CallError if the address is invalid, or a proof of work is needed or invalid
 */
export type SignUp = (
  network: string,
  written: string,
  proof: Proof | undefined,
  via?: string,
) => Promise<AfterSignUp>;

export function createSignUp(
  { storage, clock, letters }: AppParts,
  signUpProofs: SignUpProofs,
): SignUp {
  return async (network, written, proof, via) => {
    const email = canonicalEmail(written);
    if (!email) throw errors.invalidEmail();
    await signUpProofs.admit(network, proof);
    const ask = letters && { via: codeIn(via) };
    await storage.waitlist.join(email, clock(), ask);
    if (!letters) return 'nothing';
    return isPlainAddress(email) ? 'letter' : 'unreachable';
  };
}

function codeIn(via: string | undefined): string | undefined {
  return via !== undefined && MEMBER_CODE.test(via) ? via : undefined;
}
