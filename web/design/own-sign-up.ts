import { DAY_MS } from '../../contract/durations.ts';
import { SIGNED_UP_DAYS, SIGNED_UP_KEY } from '../../contract/screens.ts';
import { readStored, store } from './stored.ts';

/** Stores when this browser signed up. Without it the visitor must press the button to confirm. */
export function rememberSignUp(): void {
  store(SIGNED_UP_KEY, String(Date.now()));
}

/** Whether this browser signed up, and has not confirmed the sign-up or left since. */
export function hasSignUp(): boolean {
  return readStored(SIGNED_UP_KEY) !== null;
}

/**
 * Whether a browser signed up recently. Only then may the page confirm without a press: programs that check mail for
 * viruses open each link and run the page's script, but they have not signed up.
 *
 * @param stored the value of `SIGNED_UP_KEY`
 * @param now milliseconds since 1970 UTC
 */
export function isRecentSignUp(stored: string | null, now: number): boolean {
  if (!stored) return false;
  const age = now - Number(stored);
  return age >= 0 && age < SIGNED_UP_DAYS * DAY_MS;
}

export function hasSignedUpHere(): boolean {
  return isRecentSignUp(readStored(SIGNED_UP_KEY), Date.now());
}

export function forgetSignUp(): void {
  store(SIGNED_UP_KEY, null);
}
