import { getChallenge, joinWaitlist as joinCall } from '../../browser-calls.ts';
import { CallFailure, callApi } from '../../call-api.ts';
import { importAgain } from '../../import-again.ts';
import { rememberSignUp, viaIn } from './sign-up-with-mail.ts';

/** Defined for each bundle in `vite.config.ts`. If it is false, the bundle contains no code for letters. */
declare const SITE_SENDS_MAIL: boolean;

/**
 * Adds an address to the waitlist.
 *
 * @returns false if the site sends letters, but cannot send one to this address
 * @throws CallFailure
 */
export async function joinWaitlist(email: string): Promise<boolean> {
  if (!SITE_SENDS_MAIL) {
    await join({ email });
    return true;
  }
  const { unreachable } = await join({ email, ...viaIn(location.search) });
  if (!unreachable) rememberSignUp();
  return !unreachable;
}

/**
 * After many sign-ups from one network the server requires a proof of work. Then the browser loads the code for the
 * proof, and computes it in the background.
 */
async function join(signUp: { email: string; via?: string }) {
  try {
    return await callApi(joinCall, signUp);
  } catch (error) {
    if (!(error instanceof CallFailure && error.id === 'proof-needed')) throw error;
    const { solveChallenge } = await importAgain(() => import('../../solve-challenge.ts'));
    const proof = await solveChallenge(await callApi(getChallenge, undefined));
    return await callApi(joinCall, { ...signUp, proof });
  }
}
