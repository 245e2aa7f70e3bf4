import { DAY_MS } from '../../../contract/durations.ts';
import { SIGNED_UP_DAYS, SIGNED_UP_KEY } from '../../../contract/screens.ts';

/**
 * Whether this browser signed up recently. Only then may the page confirm without a press: programs that check mail for
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
  try {
    return isRecentSignUp(localStorage.getItem(SIGNED_UP_KEY), Date.now());
  } catch {
    return false;
  }
}

export function forgetSignUp(): void {
  try {
    localStorage.removeItem(SIGNED_UP_KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}
