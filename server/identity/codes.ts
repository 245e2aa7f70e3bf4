import { createHmac, randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '../../contract/identity.ts';
import type { Storage } from '../../storage/open.ts';
import { keyFor } from '../http/credentials.ts';

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

/** A browser in which a phone number was entered, and which waits for a code. */
export interface WaitingBrowser {
  idHash: Uint8Array;
  /** When the browser requested a code, as HH:MM:SS.mmm (UTC). */
  askedAt: string;
  /** When a code for the browser expires, as HH:MM:SS (UTC). */
  expiresAt: string;
}

/**
 * @param now milliseconds since 1970 UTC
 * @returns every browser that waits for a code for this number, beginning with the latest request
 */
export async function findWaitingBrowsers(
  { signInCodes }: Pick<Storage, 'signInCodes'>,
  phone: string,
  now: number,
): Promise<WaitingBrowser[]> {
  const waiting = await signInCodes.findWaiting(phone, now);
  return waiting.map(({ idHash, validUntil }) => ({
    idHash,
    askedAt: new Date(validUntil - CODE_LIFETIME_MS).toISOString().slice(11, 23),
    expiresAt: new Date(validUntil).toISOString().slice(11, 19),
  }));
}

/**
 * Makes a code for a browser that waits, so that an admin can sign in when no SMS arrives.
 *
 * @returns undefined if the browser no longer waits
 */
export async function makeWaitingCode(
  { signInCodes, keySecret }: Pick<Storage, 'signInCodes' | 'keySecret'>,
  { idHash }: WaitingBrowser,
): Promise<string | undefined> {
  const code = newCode();
  const codeHash = hashCode(await keySecret(), idHash, code);
  return (await signInCodes.replace(idHash, codeHash)) ? code : undefined;
}
