import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, type JWK, SignJWT } from 'jose';
import type { FirebaseSettings } from '../../server/settings/identity-settings.ts';

/** Replaces Google in tests: it signs tokens and publishes its keys. */
export interface FakeGoogle {
  readonly settings: FirebaseSettings;
  readonly key: KeyObject;
  readonly keyId: string;
  /**
   * @param changes claims that differ from the usual ones; undefined omits a claim
   * @returns a token such as Firebase's SDK receives after a person has entered a code
   */
  token(changes?: Record<string, unknown>): Promise<string>;
  /** Number of requests for the keys. */
  readonly asked: number;
  close(): Promise<void>;
}

const PROJECT = 'impromptu-1234';

/** @param now returns the time at which a token is issued, in milliseconds since 1970 UTC */
export async function startFakeGoogle(now: () => number): Promise<FakeGoogle> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyId = randomBytes(8).toString('hex');
  // Google's keys name their algorithm, RS256. This key does not name it, because the site must not rely on that name.
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: keyId, use: 'sig' };
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ keys: [jwk] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    settings: {
      provider: 'firebase',
      projectId: PROJECT,
      apiKey: 'AIza-a-key-that-browsers-may-see',
      authDomain: `${PROJECT}.firebaseapp.com`,
      keysUrl: `http://127.0.0.1:${port}/keys`,
    },
    key: privateKey,
    keyId,
    token: (changes = {}) =>
      new SignJWT({ ...claimsAt(now()), ...changes })
        .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
        .sign(privateKey),
    get asked() {
      return asked;
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** The claims of Firebase for a person who has just entered a code. */
export function claimsAt(now: number): Record<string, unknown> {
  const seconds = Math.floor(now / 1_000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'wE4rTyUiOpAsDfGhJkLz',
    user_id: 'wE4rTyUiOpAsDfGhJkLz',
    auth_time: seconds,
    iat: seconds,
    exp: seconds + 3_600,
    phone_number: '+15550001111',
    firebase: { identities: { phone: ['+15550001111'] }, sign_in_provider: 'phone' },
  };
}
