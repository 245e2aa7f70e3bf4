import { CODE_LIFETIME_MS } from '../../contract/sign-in.ts';
import type { Storage } from '../../storage/storage.ts';
import { hashCode, newCode } from './codes.ts';

/**
 * Gives the newest waiting sign-in of a number another code: the way in while no SMS arrives.
 *
 * @param now milliseconds since 1970 UTC
 * @returns the code, when its browser asked, and how many browsers wait; undefined where none does
 */
export async function makeWaitingCode(
  { signInCodes, secret }: Storage,
  phone: string,
  now: number,
): Promise<{ code: string; askedAt: number; browsers: number } | undefined> {
  const waiting = await signInCodes.findWaiting(phone, now);
  if (!waiting) return undefined;
  const code = newCode();
  const codeHash = hashCode(await secret(), waiting.idHash, code);
  const replaced = await signInCodes.replace(waiting.idHash, codeHash, now + CODE_LIFETIME_MS);
  const { browsers } = waiting;
  return replaced ? { code, askedAt: waiting.validUntil - CODE_LIFETIME_MS, browsers } : undefined;
}
