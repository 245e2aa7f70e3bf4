import { createHmac, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '../../contract/sign-in.ts';
import { keyFor } from '../http/key-for.ts';

/** @returns a code whose every digit is as likely as any other, zeros in front included */
export function newCode(): string {
  return randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
}

/**
 * What is stored of a code: there are so few codes that a plain hash would tell which it was. Bound to
 * its sign-in, so that the same code looks different in another.
 */
export function hashCode(secret: Uint8Array, idHash: Uint8Array, code: string): Buffer {
  return createHmac('sha256', keyFor('sign-in code', secret)).update(idHash).update(code).digest();
}

/** For a table that counts by number, and need not know it. */
export function hashPhone(secret: Uint8Array, counted: 'codes' | 'guesses', phone: string): Buffer {
  return createHmac('sha256', keyFor(`${counted} of a phone`, secret))
    .update(phone)
    .digest();
}
