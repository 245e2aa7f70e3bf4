import { calls } from '../../../contract/calls.ts';
import { CallError, callApi } from '../../call-api.ts';

/**
 * Puts an address on the waitlist. Where many sign-ups came from this network, the server asks for a proof
 * of work: the browser solves it unseen, and its code is loaded only then.
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
