import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { TEST_NOW } from '../test-app.ts';
import { claimsAt, type FakeGoogle } from './fake-google.ts';

type Forgery = (google: FakeGoogle) => string | Promise<string>;

const NOW = TEST_NOW / 1_000;
const MINUTE = 60;
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });

const withClaims =
  (changes: Record<string, unknown>): Forgery =>
  (google) =>
    google.token(changes);
const withFirebase = (firebase: unknown) => withClaims({ firebase });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (header: object, changes: object = {}) =>
  `${part(header)}.${part({ ...claimsAt(TEST_NOW), ...changes })}.`;

/** A token with a changed header, signed with `key`, or with Google's key if `key` is missing. */
const signedBy =
  (header: Partial<JWTHeaderParameters>, key?: KeyObject): Forgery =>
  (google) =>
    new SignJWT(claimsAt(TEST_NOW))
      .setProtectedHeader({ alg: 'RS256', kid: google.keyId, ...header })
      .sign(key ?? google.key, { crit: { x: true } });

/** A token that is signed with the public key as an HMAC secret. A check that trusts `alg` would accept this token. */
const signedWithPublicKey =
  (alg: string): Forgery =>
  (google) =>
    new SignJWT(claimsAt(TEST_NOW))
      .setProtectedHeader({ alg, kid: google.keyId })
      .sign(Buffer.from(createPublicKey(google.key).export({ type: 'spki', format: 'pem' })));

/** A valid token, whose parts are changed. */
const withParts =
  (
    change: (
      parts: { header: string; payload: string; signature: string },
      google: FakeGoogle,
    ) => string[],
  ): Forgery =>
  async (google) => {
    const [header = '', payload = '', signature = ''] = (await google.token()).split('.');
    return change({ header, payload, signature }, google).join('.');
  };

/** Tokens that must not begin a session, each under the name of its fault. */
export const forgeries: Readonly<Record<string, Forgery>> = {
  'an empty text': () => '',
  'a text that is no token': () => 'nonsense',
  'dots alone': () => '..',
  'five parts': () => 'a.b.c.d.e',
  'no signature': withParts(({ header, payload }) => [header, payload, '']),
  'two parts': withParts(({ header, payload }) => [header, payload]),
  'a payload that was changed': withParts(({ header, signature }) => [
    header,
    part({ ...claimsAt(TEST_NOW), phone_number: '+15550009999' }),
    signature,
  ]),
  'a payload that is no object': withParts(({ header, signature }) => [
    header,
    part('admin'),
    signature,
  ]),
  'a header that was changed': withParts(({ payload, signature }, google) => [
    part({ alg: 'RS256', kid: google.keyId, extra: 1 }),
    payload,
    signature,
  ]),
  'a signature that was changed': withParts(({ header, payload, signature }) => [
    header,
    payload,
    signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
  ]),
  'alg none': () => unsigned({ alg: 'none', typ: 'JWT' }),
  'alg None with a signature': withParts(({ payload, signature }, google) => [
    part({ alg: 'None', kid: google.keyId }),
    payload,
    signature,
  ]),
  'the emulator’s unsigned token': () => unsigned({ alg: 'none', type: 'JWT' }, { name: '' }),
  'alg HS256 with the public key': signedWithPublicKey('HS256'),
  'alg HS512 with the public key': signedWithPublicKey('HS512'),
  'alg RS384': signedBy({ alg: 'RS384' }),
  'alg RS512': signedBy({ alg: 'RS512' }),
  'alg PS256': signedBy({ alg: 'PS256' }),
  'a stranger’s key': signedBy({}, stranger.privateKey),
  'a stranger’s key under an unknown id': signedBy({ kid: 'unknown' }, stranger.privateKey),
  'a stranger’s key in its header': async (google) =>
    signedBy({ jwk: await exportJWK(stranger.publicKey) }, stranger.privateKey)(google),
  'the address of a stranger’s keys': signedBy(
    { jku: 'https://keys.example/' },
    stranger.privateKey,
  ),
  'an unknown extension in crit': signedBy({ crit: ['x'], x: 1 }),
  'a key id that is a path': signedBy({ kid: '../../dev/null' }, stranger.privateKey),
  'another issuer': withClaims({ iss: 'https://accounts.google.com' }),
  'the issuer of another project': withClaims({ iss: 'https://securetoken.google.com/other' }),
  'an issuer that begins with the right one': withClaims({
    iss: 'https://securetoken.google.com/impromptu-1234/x',
  }),
  'no issuer': withClaims({ iss: undefined }),
  'another audience': withClaims({ aud: 'other' }),
  'several audiences': withClaims({ aud: ['other', 'impromptu-1234'] }),
  'no audience': withClaims({ aud: undefined }),
  'an expiry that is past': withClaims({ exp: NOW - MINUTE }),
  'no expiry': withClaims({ exp: undefined }),
  'an expiry that is no number': withClaims({ exp: '9999999999' }),
  'a time of issue an hour ago': withClaims({ iat: NOW - 60 * MINUTE }),
  'a time of issue in the future': withClaims({ iat: NOW + 5 * MINUTE }),
  'no time of issue': withClaims({ iat: undefined }),
  'a start of validity in the future': withClaims({ nbf: NOW + 5 * MINUTE }),
  'a code entered six minutes ago': withClaims({ auth_time: NOW - 6 * MINUTE }),
  'a code entered in the future': withClaims({ auth_time: NOW + 5 * MINUTE }),
  'no time of the code': withClaims({ auth_time: undefined }),
  'a time of the code that is no number': withClaims({ auth_time: `${NOW}` }),
  'no user': withClaims({ sub: undefined }),
  'an empty user': withClaims({ sub: '' }),
  'a user that is no text': withClaims({ sub: 5 }),
  'a sign-in by password': withFirebase({ sign_in_provider: 'password' }),
  'a sign-in by a custom token': withFirebase({ sign_in_provider: 'custom' }),
  'an anonymous sign-in': withFirebase({ sign_in_provider: 'anonymous' }),
  'no sign-in provider': withFirebase({}),
  'no firebase claim': withFirebase(undefined),
  'a firebase claim that is a text': withFirebase('phone'),
  'a tenant of the project': withFirebase({ sign_in_provider: 'phone', tenant: 'other-1' }),
  'no number': withClaims({ phone_number: undefined }),
  'a number without a country': withClaims({ phone_number: '5550001111' }),
  'a number that is a list': withClaims({ phone_number: ['+15550001111'] }),
  'a number with a space at its end': withClaims({ phone_number: '+15550001111 ' }),
};
