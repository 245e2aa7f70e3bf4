import { CODE_LIFETIME_MS } from '../../contract/sign-in.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashCode, newCode } from './codes.ts';

export interface WaitingCode {
  code: string;
  /** The time at which the browser that may use the code asked for one, as HH:MM:SS (UTC). */
  askedAt: string;
  /** The times at which other waiting browsers asked for a code for this number, the latest first. */
  othersAskedAt: string[];
}

/**
 * Makes a code for a browser that waits for one, so that an admin can sign in when no SMS arrives.
 *
 * @param now milliseconds since 1970 UTC
 * @param asked when the browser asked, as HH:MM:SS (UTC); if missing, the browser that asked last
 * @returns undefined if no browser waits
 */
export async function makeWaitingCode(
  { signInCodes, signInSecret }: Storage,
  phone: string,
  now: number,
  asked?: string,
): Promise<WaitingCode | undefined> {
  const all = (await signInCodes.findWaiting(phone, now)).map(({ idHash, validUntil }) => ({
    idHash,
    askedAt: new Date(validUntil - CODE_LIFETIME_MS).toISOString().slice(11, 19),
  }));
  const chosen = all.find(({ askedAt }) => asked === undefined || askedAt === asked);
  if (!chosen) return undefined;
  const code = newCode();
  const codeHash = hashCode(await signInSecret(), chosen.idHash, code);
  if (!(await signInCodes.replace(chosen.idHash, codeHash, now + CODE_LIFETIME_MS))) {
    return undefined;
  }
  const { askedAt } = chosen;
  const others = all.filter((waiting) => waiting !== chosen);
  return { code, askedAt, othersAskedAt: others.map((waiting) => waiting.askedAt) };
}
