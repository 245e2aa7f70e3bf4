import { createHmac, randomInt } from 'node:crypto';
import { CODE_LENGTH } from '../../contract/identity.ts';
import { keyFor } from '../key-for.ts';

/** @returns a random code. All codes are equally likely, those with leading zeros included */
export function newCode(): string {
  return randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
}

/**
 * The stored form of a code. A plain hash could be reversed by hashing all million codes, so this is a keyed hash. The
 * hash also covers the sign-in's id, so equal codes of two sign-ins have different hashes.
 */
export function hashCode(secret: Uint8Array, idHash: Uint8Array, code: string): Buffer {
  return createHmac('sha256', keyFor('sign-in code', secret)).update(idHash).update(code).digest();
}

/** The key of a phone number in the table of budgets, which must not contain the number itself. */
export function hashPhone(secret: Uint8Array, counted: 'codes' | 'guesses', phone: string): Buffer {
  return createHmac('sha256', keyFor(`${counted} of a phone`, secret))
    .update(phone)
    .digest();
}
