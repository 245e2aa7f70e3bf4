import { MEMBER_CODE, SIGNED_UP_KEY, VIA_QUERY } from '../../../contract/mail.ts';

/** The code of the member whose link opened this page, as a part of the sign-up's body. */
export function viaIn(query: string): { via?: string } {
  const via = new URLSearchParams(query).get(VIA_QUERY);
  return via && MEMBER_CODE.test(via) ? { via } : {};
}

/**
 * Stores when this browser signed up. Then the page that the letter opens confirms the sign-up without a press of its
 * button.
 */
export function rememberSignUp(): void {
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
