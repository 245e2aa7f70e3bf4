import { createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Random bytes as base64url, which needs no escaping in URLs, JSON and cookies. */
export function randomToken(bits: number): string {
  return randomBytes(bits / 8).toString('base64url');
}

/** The stored form of a token. The hash needs no key, because tokens are too long to be found by hashing guesses. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Derives a key for one purpose from the secret. A key reveals neither the secret nor the keys for other purposes. */
export function keyFor(purpose: string, secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `impromptu ${purpose}`, 32));
}
