/**
 * Proves to the server, in two steps, that the user controls a phone number. Our server then starts
 * a session, which does not depend on the provider that has proved the number.
 */
export interface PhoneIdentity {
  /** Whether the site sends no codes, so that its operator gives them. */
  readonly operatorGivesCodes?: boolean;
  /**
   * @param phone without spaces, with its leading +; undefined for the number of the signed-in user, if
   *   `GET /api/auth/session` names it
   * @returns the verification id that belongs to the code
   * @throws PhoneIdentityError
   */
  sendCode(phone: string | undefined): Promise<string>;
  /**
   * Starts a session.
   *
   * @returns the id of the user with this number
   * @throws PhoneIdentityError
   */
  verify(verificationId: string, code: string): Promise<string>;
}

/** An error whose message is shown to the user. */
export class PhoneIdentityError extends Error {
  override readonly name = 'PhoneIdentityError';
}
