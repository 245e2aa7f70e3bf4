import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { ChallengeResponse, SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import type { AppParts } from '../app-parts.ts';
import { keyFor } from '../http/credentials.ts';

/** PBKDF2 iterations per try. */
const COST = 5_000;
/** The highest number of tries that a task can need. On average a browser solves a task in about 0.3 s. */
const MAX_TRIES = 800;
const CHALLENGE_LIFETIME_MS = 10 * MINUTE_MS;

export type BotCheck = ReturnType<typeof createBotCheck>;

/** A proof of work: one proof delays a person for a moment, but many proofs cost a robot much computing time. */
export function createBotCheck({ storage, clock }: Pick<AppParts, 'storage' | 'clock'>) {
  const signingSecret = async () => keyFor('challenge', await storage.keySecret()).toString('hex');
  return {
    /** @param tries how many tries fail before the one that solves the task; random by default */
    async challenge(tries = randomInt(MAX_TRIES)): Promise<ChallengeResponse> {
      // The library's own expiry uses the machine's clock, not the app's.
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

    /**
     * Whether the proof solves a challenge of this site that has not expired and was not used before. If so, the
     * challenge counts as used from then on.
     */
    async passes({ challenge, solution }: SolvedChallenge): Promise<boolean> {
      const { data, nonce } = challenge.parameters;
      if (data.validUntil <= clock()) return false;
      const { verified } = await verifySolution({
        challenge,
        solution: { counter: solution.counter, derivedKey: solution.derivedKey },
        deriveKey,
        hmacSignatureSecret: await signingSecret(),
      });
      return (
        verified && (await storage.spentProofs.spend(Buffer.from(nonce, 'hex'), data.validUntil))
      );
    },
  };
}
