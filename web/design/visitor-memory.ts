import { DAY_MS } from '../../contract/durations.ts';
import { SIGNED_UP_DAYS, SIGNED_UP_KEY } from '../../contract/screens.ts';

/**
 * What the browser remembers of its visitor: whether the window of the skyline is lit, and a sign-up that is not confirmed
 * yet. Local storage may be blocked or full. No page needs it.
 */

/** The local storage key that is set when the visitor has joined the waitlist. */
export const LIT_WINDOW_KEY = 'lit_window';

/** Lights the visitor's window (skyline.css), and keeps it lit for later visits if the browser allows local storage. */
export function lightWindow(): void {
  document.documentElement.dataset['window'] = 'lit';
  store(LIT_WINDOW_KEY, 'lit');
}

/** Whether the visitor's window is lit. */
export function hasLitWindow(): boolean {
  return document.documentElement.dataset['window'] === 'lit';
}

/** Darkens the visitor's window, for a person who has left the waitlist. */
export function darkenWindow(): void {
  delete document.documentElement.dataset['window'];
  store(LIT_WINDOW_KEY, null);
}

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

export function hasRecentSignUp(): boolean {
  return isRecentSignUp(readStored(SIGNED_UP_KEY), Date.now());
}

export function forgetSignUp(): void {
  store(SIGNED_UP_KEY, null);
}

/** @returns null also if the storage is blocked */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param value null removes the stored one */
function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // What the page shows now does not depend on it.
  }
}
