import { commonCalls } from '../../../contract/calls.ts';
import { CallFailure, callApi } from '../../call-api.ts';
import { importAgain } from '../../import-again.ts';
import { rememberSignUp, viaIn } from './sign-up-with-letters.ts';

/** Defined for each bundle in `vite.config.ts`. If it is false, the bundle contains no code for letters. */
declare const SITE_SENDS_LETTERS: boolean;

/**
 * Adds an address to the waitlist. After many sign-ups from one network the server requires a proof of work. Then the
 * browser loads the code for the proof, and computes it in the background.
 *
 * @throws CallFailure
 */
export async function joinWaitlist(email: string): Promise<void> {
  const friend = SITE_SENDS_LETTERS ? viaIn(location.search) : undefined;
  try {
    await callApi(commonCalls.joinWaitlist, { email, ...friend });
  } catch (error) {
    if (!(error instanceof CallFailure && error.id === 'proof-needed')) throw error;
    const { solveChallenge } = await importAgain(() => import('../../solve-challenge.ts'));
    const proof = await solveChallenge(await callApi(commonCalls.getChallenge, undefined));
    await callApi(commonCalls.joinWaitlist, { email, ...friend, proof });
  }
  if (SITE_SENDS_LETTERS) rememberSignUp();
}
