import { CODE_LIFETIME_MS } from '../../../contract/identity.ts';
import {
  emptySignInForm,
  type SentCode,
  type SignInForm,
  type SignInFormEvent,
} from './sign-in-form-state.ts';

/** The key of an entry in the tab's session storage. */
export const KEPT_CODE_KEY = 'sign-in.code';

/**
 * Keeps in this tab the number that was typed and that a code was sent, or forgets both if the form has no number. A
 * phone may discard the page while its user reads the SMS; the reloaded page then still asks for that code.
 */
export function keepCode(form: SignInForm | undefined): void {
  try {
    const { phone, verificationId, sentAt, guesses } = form ?? emptySignInForm;
    const code: SentCode = { phone, verificationId, sentAt, guesses };
    if (phone) sessionStorage.setItem(KEPT_CODE_KEY, JSON.stringify(code));
    else sessionStorage.removeItem(KEPT_CODE_KEY);
  } catch {
    // Storage is blocked or full, so a reload loses the code.
  }
}

/** @returns the event that brings back what this tab has kept: the code, unless it has expired, or else the number */
export function keptCode(now: number): SignInFormEvent | undefined {
  try {
    const code: SentCode = JSON.parse(sessionStorage.getItem(KEPT_CODE_KEY) ?? '');
    const age = now - code.sentAt;
    const isPending = code.verificationId !== '' && age >= 0 && age < CODE_LIFETIME_MS;
    return isPending ? { type: 'code-kept', code } : { type: 'edited', text: code.phone };
  } catch {
    // Nothing is kept.
    return undefined;
  }
}
