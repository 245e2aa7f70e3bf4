import { CODE_LIFETIME_MS } from '../../contract/identity.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashCode, newCode } from './codes.ts';

/** A browser in which a phone number was entered, and which waits for a code. */
export interface WaitingBrowser {
  idHash: Uint8Array;
  /** When the browser asked for a code, as HH:MM:SS.mmm (UTC). */
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
