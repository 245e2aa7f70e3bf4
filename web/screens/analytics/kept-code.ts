import { CODE_LIFETIME_MS } from '../../../contract/identity.ts';
import { type SentCode, type SignInForm, sentCodeOf } from './sign-in-form-state.ts';

/** The key of an entry in the tab's session storage. */
export const KEPT_CODE_KEY = 'sign-in.code';

/**
 * Keeps in this tab that a code was sent, or forgets it if the form does not ask for a code. A phone may discard the
 * page while its user reads the SMS; the reloaded page then still asks for that code.
 */
export function keepCode(form: SignInForm | undefined): void {
  try {
    if (form?.step === 'code') {
      sessionStorage.setItem(KEPT_CODE_KEY, JSON.stringify(sentCodeOf(form)));
    } else sessionStorage.removeItem(KEPT_CODE_KEY);
  } catch {
    // Storage is blocked or full, so a reload loses the code.
  }
}

/** @returns the code that this tab has kept, unless it has expired */
export function keptCode(now: number): SentCode | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_CODE_KEY) ?? 'null');
    if (!isSentCode(kept)) return undefined;
    const age = now - kept.sentAt;
    return age >= 0 && age < CODE_LIFETIME_MS ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Another version of the site may have stored something else. */
function isSentCode(kept: unknown): kept is SentCode {
  const { phone, verificationId, sentAt, guesses } = (kept ?? {}) as Partial<SentCode>;
  return (
    typeof phone === 'string' &&
    typeof verificationId === 'string' &&
    Number.isFinite(sentAt) &&
    Number.isInteger(guesses)
  );
}
