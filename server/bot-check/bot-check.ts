import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { ChallengeResponse, Proof } from '../../contract/schemas/proof.ts';
import type { AppParts } from '../app-parts.ts';
import { keyFor } from '../http/key-for.ts';

/** Iterations of one try. */
const COST = 5_000;
/** The right try is one of so many: about 0.3 s for a browser on average, and the same again for every proof. */
const MAX_TRIES = 800;
const CHALLENGE_LIFETIME_MS = 10 * 60 * 1_000;

/** Makes a code or a sign-up cost a moment of work, and thousands of them hours. */
export interface BotCheck {
  /** @param tries after how many tries it is solved; random unless given */
  challenge(tries?: number): Promise<ChallengeResponse>;
  /** Whether a challenge of ours was solved in time, for the first time. */
  passes(proof: Proof): Promise<boolean>;
}

export function createBotCheck({ storage, clock }: Pick<AppParts, 'storage' | 'clock'>): BotCheck {
  const signingSecret = async () =>
    keyFor('challenge', await storage.signInSecret()).toString('hex');
  return {
    async challenge(tries = randomInt(MAX_TRIES)) {
      // The library's own expiry asks the clock of the machine, not that of the app.
      const data = { validUntil: clock() + CHALLENGE_LIFETIME_MS };
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: tries,
        data,
        deriveKey,
        hmacSignatureSecret: await signingSecret(),
      });
      const { cost, keyLength, keyPrefix, nonce, salt } = made.parameters;
      return {
        parameters: { algorithm: 'PBKDF2/SHA-256', cost, data, keyLength, keyPrefix, nonce, salt },
        signature: made.signature ?? '',
      };
    },

    async passes({ challenge, solution }) {
      const { data, nonce } = challenge.parameters;
      if (data.validUntil <= clock()) return false;
      const { verified } = await verifySolution({
        challenge,
        solution: { counter: solution.counter, derivedKey: solution.derivedKey },
        deriveKey,
        hmacSignatureSecret: await signingSecret(),
      });
      return (
        verified &&
        (await storage.spentChallenges.spend(Buffer.from(nonce, 'hex'), data.validUntil))
      );
    },
  };
}
