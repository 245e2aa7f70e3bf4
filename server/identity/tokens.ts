import { createHash, randomBytes } from 'node:crypto';

/** Random bytes as base64url, which needs no escaping in URLs, JSON and cookies. */
export function randomToken(bits: number): string {
  return randomBytes(bits / 8).toString('base64url');
}

/** The stored form of a token. The hash needs no key, because tokens are too long to be found by hashing guesses. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
