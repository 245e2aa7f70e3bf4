import type { ResponseOf } from '../../../contract/calls.ts';
import { SIGNED_UP_KEY, VIA_QUERY } from '../../../contract/mail.ts';
import { FROM_QUERY, inviteQuery } from '../../../contract/screens.ts';
import { getChallenge, joinWaitlist as joinCall } from '../../browser-calls.ts';
import { CallFailure, callApi } from '../../call-api.ts';
import { importAgain } from '../../import-again.ts';

/** Defined for each bundle in `vite.config.ts`. If it is false, the bundle contains no code for letters. */
declare const SITE_SENDS_MAIL: boolean;

/**
 * Adds an address to the waitlist.
 *
 * @returns false if the site sends letters, but cannot send one to this address
 * @throws CallFailure
 */
export async function joinWaitlist(email: string): Promise<boolean> {
  const query = new URLSearchParams(location.search);
  // The server ignores what is not the id of an inviter, the code of a member, or the name of one of its links.
  const [ref, from] = [query.get(inviteQuery.inviter), query.get(FROM_QUERY)];
  const via = query.get(VIA_QUERY);
  const signUp = { email, ...(ref && { ref }), ...(from && { from }) };
  if (!SITE_SENDS_MAIL) {
    await join(signUp);
    return true;
  }
  const answer = await join({ ...signUp, ...(via && { via }) });
  const isReachable = (answer as ResponseOf<'joinWaitlist'> | null)?.unreachable !== true;
  if (isReachable) rememberSignUp();
  return isReachable;
}

/**
 * After many sign-ups from one network the server requires a proof of work. Then the browser loads the code for the
 * proof, and computes it in the background.
 */
async function join(signUp: { email: string; ref?: string; from?: string; via?: string }) {
  try {
    return await callApi(joinCall, signUp);
  } catch (error) {
    if (!(error instanceof CallFailure && error.id === 'proof-needed')) throw error;
    const { solveChallenge } = await importAgain(() => import('../../solve-challenge.ts'));
    const proof = await solveChallenge(await callApi(getChallenge, undefined));
    return await callApi(joinCall, { ...signUp, proof });
  }
}

/**
 * Stores when this browser signed up. Then the page that the letter opens confirms the sign-up without a press of its
 * button.
 */
function rememberSignUp(): void {
  try {
    localStorage.setItem(SIGNED_UP_KEY, String(Date.now()));
  } catch {
    // Storage is blocked or full, so the visitor must press the button to confirm.
  }
}

/** Whether this browser signed up, and has not confirmed the sign-up or left since. */
export function hasSignUp(): boolean {
  try {
    return localStorage.getItem(SIGNED_UP_KEY) !== null;
  } catch {
    return false;
  }
}
