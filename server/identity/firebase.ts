import { createRemoteJWKSet, type JWTPayload, errors as joseErrors, jwtVerify } from 'jose';
import type { AppParts } from '../app-parts.ts';
import { hashToken } from '../http/credentials.ts';
import { errors } from '../http/errors.ts';
import type { FirebaseSettings } from '../settings/identity-settings.ts';
import { canonicalPhone } from '../settings/parse-values.ts';
import type { PhoneProvider } from './phone-provider.ts';

/** The public keys with which Google's signatures are verified. */
const KEYS_URL =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
/** The maximum age of a token. Browsers exchange the token for a session right after the code was entered. */
const MAX_AGE_SECONDS = 5 * 60;
/** The allowed difference between Google's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Verifies phone numbers by tokens of Firebase Authentication, whose SDK runs in the browser. */
export function createFirebase(
  { clock, storage }: Pick<AppParts, 'clock' | 'storage'>,
  { projectId, apiKey, authDomain, keysUrl }: FirebaseSettings,
): PhoneProvider {
  /**
   * A token starts only one session. Otherwise the same token could start another session after a sign-out. Only the
   * signed part is compared, because one signature can be written in several ways.
   */
  const isFirstUse = (token: string, { exp = 0 }: JWTPayload) =>
    storage.spentProofs.spend(hashToken(token.slice(0, token.lastIndexOf('.'))), exp * 1_000);

  const keys = createRemoteJWKSet(new URL(keysUrl ?? KEYS_URL), {
    // The answer is small, so it does not need a decompressor.
    headers: { 'accept-encoding': 'identity' },
  });
  /** @returns undefined if the token is invalid */
  const readToken = async (token: string, now: number): Promise<JWTPayload | undefined> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        maxTokenAge: MAX_AGE_SECONDS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(now),
      });
      return payload;
    } catch (error) {
      if (isInvalidToken(error)) return undefined;
      throw errors.identityUnavailable({ cause: error });
    }
  };

  return {
    settings: { provider: 'firebase', projectId, apiKey, authDomain },

    async verify(proof) {
      if (!('idToken' in proof)) return undefined;
      const now = clock();
      const payload = await readToken(proof.idToken, now);
      const phone = payload && verifiedNumber(payload, now / 1_000);
      return phone && (await isFirstUse(proof.idToken, payload)) ? phone : undefined;
    },
  };
}

/** @returns the phone number of a token, if its user has just entered a code that was sent to this number */
function verifiedNumber(payload: JWTPayload, nowSeconds: number): string | undefined {
  const { sub, aud, auth_time: signedInAt, phone_number: phone, firebase } = payload;
  if (typeof sub !== 'string' || sub === '' || typeof aud !== 'string') return undefined;
  if (typeof signedInAt !== 'number') return undefined;
  const age = nowSeconds - signedInAt;
  if (age < -CLOCK_TOLERANCE_SECONDS || age > MAX_AGE_SECONDS) return undefined;
  if (typeof firebase !== 'object' || firebase === null) return undefined;
  if (!('sign_in_provider' in firebase) || firebase.sign_in_provider !== 'phone') return undefined;
  // A token of a Firebase tenant belongs to another set of users, which this site does not use.
  if ('tenant' in firebase) return undefined;
  return typeof phone === 'string' && canonicalPhone(phone) === phone ? phone : undefined;
}

/** Whether the error means an invalid token. Other errors mean that Google's keys could not be read. */
function isInvalidToken(error: unknown): boolean {
  return [
    joseErrors.JOSEAlgNotAllowed,
    joseErrors.JOSENotSupported,
    joseErrors.JWKSMultipleMatchingKeys,
    joseErrors.JWKSNoMatchingKey,
    joseErrors.JWSInvalid,
    joseErrors.JWSSignatureVerificationFailed,
    joseErrors.JWTClaimValidationFailed,
    joseErrors.JWTExpired,
    joseErrors.JWTInvalid,
  ].some((Mistake) => error instanceof Mistake);
}
