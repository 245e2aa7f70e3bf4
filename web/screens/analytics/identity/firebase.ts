import { initializeApp } from '@firebase/app';
import {
  type Auth,
  initializeAuth,
  inMemoryPersistence,
  PhoneAuthProvider,
  RecaptchaVerifier,
  signInWithCredential,
} from '@firebase/auth';
import { signInErrors } from '../../../../contract/identity.ts';
import type { SignInSettingsResponse } from '../../../../contract/schemas/identity.ts';
import { signIn } from '../../../browser-calls.ts';
import { CallFailure, callApi } from '../../../call-api.ts';
import { type PhoneIdentity, PhoneIdentityError } from './phone-identity.ts';

type FirebaseSettings = Extract<SignInSettingsResponse, { provider: 'firebase' }>;

/**
 * Proves a number with an SMS code that Firebase sends. Firebase only returns a token that proves the number. Our
 * server starts the session. The SDK also signs the user in, but does not store this sign-in.
 */
export async function firebaseIdentity(settings: FirebaseSettings): Promise<PhoneIdentity> {
  const { apiKey, authDomain, projectId } = settings;
  const app = initializeApp({ apiKey, authDomain, projectId });
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  // Loads Google's script. If this fails, the set-up fails, and its caller tries the set-up again.
  await withBotCheck(auth, (botCheck) => botCheck.render());

  return {
    async sendCode(phone = '') {
      try {
        return await withBotCheck(auth, (botCheck) =>
          new PhoneAuthProvider(auth).verifyPhoneNumber(phone, botCheck),
        );
      } catch (error) {
        throw new PhoneIdentityError(whyNotSent(error), { cause: error });
      }
    },

    async verify(verificationId, code) {
      try {
        const proof = PhoneAuthProvider.credential(verificationId, code);
        const { user } = await signInWithCredential(auth, proof);
        const idToken = await user.getIdToken();
        return (await callApi(signIn, { idToken })).userId;
      } catch (error) {
        throw new PhoneIdentityError(whyNotVerified(error), { cause: error });
      } finally {
        await auth.signOut();
      }
    },
  };
}

/** Each bot check needs a new element and a new verifier: a verifier that is used twice never answers. */
async function withBotCheck<Result>(
  auth: Auth,
  use: (botCheck: RecaptchaVerifier) => Promise<Result>,
): Promise<Result> {
  const element = document.createElement('div');
  element.hidden = true;
  document.body.append(element);
  const botCheck = new RecaptchaVerifier(auth, element, { size: 'invisible' });
  try {
    return await use(botCheck);
  } catch (error) {
    if (!String(error).includes(RENDERED_TWICE)) throw error;
    throw new PhoneIdentityError(signInErrors.botCheckRendered, { cause: error });
  } finally {
    botCheck.clear();
    element.remove();
  }
}

/** The message of the only error that the bot check itself throws. This error has no code. */
const RENDERED_TWICE = 'already been rendered';
const TOO_MANY = ['auth/too-many-requests', 'auth/quota-exceeded'];

function whyNotSent(error: unknown): string {
  const code = codeOf(error);
  if (code === 'auth/invalid-phone-number') return signInErrors.invalidPhone;
  if (TOO_MANY.includes(code)) return signInErrors.tooManyRequests;
  return (error instanceof Error && error.message) || signInErrors.sendFailed;
}

function whyNotVerified(error: unknown): string {
  if (error instanceof CallFailure) {
    const hadAnswer = error.status !== undefined;
    return error.sentence ?? (hadAnswer ? signInErrors.invalidCode : signInErrors.noAnswer);
  }
  if (codeOf(error) === 'auth/invalid-verification-code') return signInErrors.invalidCode;
  return (error instanceof Error && error.message) || signInErrors.invalidCode;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
