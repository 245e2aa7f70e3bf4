import { createHash, randomBytes } from 'node:crypto';

/** Random bytes as base64url, which needs no escaping in URLs, JSON and cookies. */
export function randomToken(bits: number): string {
  return randomBytes(bits / 8).toString('base64url');
}

/** Only the hash of a token is stored. Tokens are too long to find by guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
