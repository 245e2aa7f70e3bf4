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
 * The stored form of a code. A plain hash would not hide one of a million codes, so it is keyed, and it depends on
 * the sign-in: the same code has another hash in another sign-in.
 */
export function hashCode(secret: Uint8Array, idHash: Uint8Array, code: string): Buffer {
  return createHmac('sha256', keyFor('sign-in code', secret)).update(idHash).update(code).digest();
}

/** For a table that counts by number without storing it. */
export function hashPhone(secret: Uint8Array, counted: 'codes' | 'guesses', phone: string): Buffer {
  return createHmac('sha256', keyFor(`${counted} of a phone`, secret))
    .update(phone)
    .digest();
}
