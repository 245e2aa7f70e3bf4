import type { BodyOf } from '../../../contract/calls.ts';
import { FROM_QUERY, inviteQuery, VIA_QUERY } from '../../../contract/screens.ts';
import { getChallenge, joinWaitlist as joinCall } from '../../browser-calls.ts';
import { CallFailure, callApi } from '../../call-api.ts';
import { rememberSignUp } from '../../design/visitor-memory.ts';
import { importAgain } from '../../import-again.ts';

/**
 * Adds an address to the waitlist.
 *
 * @param more of the link that opened the page
 * @throws CallFailure
 */
export async function joinWaitlist(email: string, more: { via?: string } = {}): Promise<void> {
  const query = new URLSearchParams(location.search);
  // The server ignores what is not the id of an inviter, the code of a member, or the name of one of its links.
  const [ref, from] = [query.get(inviteQuery.inviter), query.get(FROM_QUERY)];
  await join({ email, ...(ref && { ref }), ...(from && { from }), ...more });
}

/** The same on a site that sends letters. Other sites accept no code of a member. */
export async function joinByLetter(email: string): Promise<void> {
  const via = new URLSearchParams(location.search).get(VIA_QUERY);
  await joinWaitlist(email, via ? { via } : {});
  rememberSignUp();
}

/**
 * After many sign-ups from one network the server requires a proof of work. Then the browser loads the code for the
 * proof, and computes it in the background.
 */
async function join(signUp: BodyOf<'joinWaitlist'>) {
  try {
    return await callApi(joinCall, signUp);
  } catch (error) {
    if (!(error instanceof CallFailure && error.id === 'proof-needed')) throw error;
    const { solveChallenge } = await importAgain(() => import('../../solve-challenge.ts'));
    const proof = await solveChallenge(await callApi(getChallenge, undefined));
    return await callApi(joinCall, { ...signUp, proof });
  }
}
