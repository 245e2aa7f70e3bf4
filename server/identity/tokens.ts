import { createHash, randomBytes } from 'node:crypto';

/** Bytes that nobody can guess, as text for addresses, bodies and cookies. */
export function randomToken(bits: number): string {
  return randomBytes(bits / 8).toString('base64url');
}

/** What is stored of a token: it leads to the token from nowhere, because nobody can try them all. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
