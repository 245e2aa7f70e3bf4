import { CODE_LIFETIME_MS } from '../../contract/sign-in.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashCode, newCode } from './codes.ts';

export interface WaitingCode {
  code: string;
  /** When the browser asked that may use it, as HH:MM:SS (UTC). */
  askedAt: string;
  /** When the other browsers asked that wait for the same number, the last first. */
  othersAskedAt: string[];
}

/**
 * Gives a sign-in that waits for a number a code from the operator: the way in while no SMS arrives.
 *
 * @param now milliseconds since 1970 UTC
 * @param asked when its browser asked, as HH:MM:SS (UTC); the last that asked unless given
 * @returns undefined where none waits
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
