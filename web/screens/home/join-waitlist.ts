import { calls } from '../../../contract/calls.ts';
import { CallError, callApi } from '../../call-api.ts';

/**
 * Adds an address to the waitlist. After many sign-ups from one network the server requires a proof of
 * work: the browser then loads the code for the proof, and computes the proof in the background.
 *
 * @throws CallError
 */
export async function joinWaitlist(email: string): Promise<void> {
  try {
    await callApi(calls.joinWaitlist, { email });
  } catch (error) {
    if (!(error instanceof CallError && error.id === 'proof-needed')) throw error;
    const { solveChallenge } = await import('../../solve-challenge.ts');
    const proof = await solveChallenge(await callApi(calls.getChallenge, undefined));
    await callApi(calls.joinWaitlist, { email, proof });
  }
}
