import { solveChallenge as solve } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ChallengeResponse, SolvedChallenge } from '../contract/schemas/bot-check.ts';

/** Solves a challenge without blocking the page: the browser derives the keys in another thread. */
export async function solveChallenge(challenge: ChallengeResponse): Promise<SolvedChallenge> {
  const solution = await solve({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge was not solved in time.');
  return { challenge, solution };
}
