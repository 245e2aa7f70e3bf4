/**
 * Proves to the server, step by step, that somebody holds a phone number. From then on the session is
 * the server's own and no matter of the provider that gave the proof.
 */
export interface PhoneIdentity {
  /**
   * @param phone without spaces, with its leading +
   * @returns the verification id that belongs to the code
   * @throws PhoneIdentityError
   */
  sendCode(phone: string): Promise<string>;
  /**
   * Begins a session.
   *
   * @returns the id of the user whose number it is
   * @throws PhoneIdentityError
   */
  verify(verificationId: string, code: string): Promise<string>;
}

/** What went wrong, as a sentence for the person at the form. */
export class PhoneIdentityError extends Error {
  override readonly name = 'PhoneIdentityError';
}
