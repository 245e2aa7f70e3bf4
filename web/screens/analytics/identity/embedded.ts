import { signInErrors } from '../../../../contract/identity.ts';
import { getChallenge, sendCode, signIn } from '../../../browser-calls.ts';
import { CallFailure, callApi } from '../../../call-api.ts';
import { solveChallenge } from '../../../solve-challenge.ts';
import { type PhoneIdentity, PhoneIdentityError } from './phone-identity.ts';

/**
 * Proves a number with an SMS code that our server sends. The bot check is a proof of work that the browser solves in
 * the background.
 */
export const embeddedIdentity: PhoneIdentity = {
  async sendCode(phone) {
    try {
      const proof = await solveChallenge(await callApi(getChallenge, undefined));
      return (await callApi(sendCode, { ...(phone && { phone }), proof })).verificationId;
    } catch (error) {
      throw new PhoneIdentityError(whyNotSent(error), { cause: error });
    }
  },

  async verify(verificationId, code) {
    try {
      return (await callApi(signIn, { verificationId, code })).userId;
    } catch (error) {
      throw new PhoneIdentityError(whyNotVerified(error), { cause: error });
    }
  },
};

const INVALID = 400;
const TOO_MANY = 429;

function whyNotSent(error: unknown): string {
  if (!(error instanceof CallFailure)) return signInErrors.sendFailed;
  if (error.status === INVALID) return signInErrors.invalidPhone;
  if (error.status === TOO_MANY) return signInErrors.tooManyRequests;
  return error.sentence ?? signInErrors.sendFailed;
}

function whyNotVerified(error: unknown): string {
  if (!(error instanceof CallFailure)) return signInErrors.invalidCode;
  if (error.status === undefined) return signInErrors.noAnswer;
  if (error.status === TOO_MANY) return signInErrors.tooManyRequests;
  return error.sentence ?? signInErrors.invalidCode;
}
