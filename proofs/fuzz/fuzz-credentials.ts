import { calls } from '../../contract/calls.ts';
import type { Proof } from '../../contract/schemas/bot-check.ts';
import { findWaitingBrowsers, makeWaitingCode } from '../../server/identity/waiting-code.ts';
import { createLetterTokens, type TokenPurpose } from '../../server/letters/letter-tokens.ts';
import { openStorage } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import { HttpBrowser } from '../../testing/requests/http-browser.ts';
import { signIn } from '../../testing/signed-in.ts';
import { easyProof } from '../../testing/test-browser.ts';
import { require } from '../proof.ts';

const ADMIN = '+15550001111';
const CODES = 60;

/** Valid credentials, so that fuzzing also reaches the code after the access checks. */
export interface Credentials {
  key: string;
  /** The cookie of an admin's session. */
  cookie: string;
  userId: string;
  /** The bot check accepts each proof once. */
  proofs: readonly Proof[];
  /** Each code signs in once, with its cookie. */
  codes: readonly { verificationId: string; code: string; cookie: string }[];
  /** The tokens in the letters to people on the waitlist, by purpose. */
  letters: readonly Record<TokenPurpose, string>[];
}

/** @param count how many codes, how many proofs, and how many people on the waitlist */
export async function prepareCredentials(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  { key, https }: { key: string; https: boolean },
  count = CODES,
): Promise<Credentials> {
  const storage = await openStorage(databaseUrl, 'command');
  const parts = { storage, clock: Date.now, https };
  try {
    await storage.admins.add(ADMIN, Date.now());
    const { userId, headers } = await signIn(parts, ADMIN);
    const codes: Credentials['codes'][number][] = [];
    for (let n = 0; n < count; n++) {
      const phone = strangersPhone(n);
      const browser = new HttpBrowser(url);
      const body = { phone, proof: await easyProof(parts) };
      const from = { 'x-forwarded-for': `192.0.2.${n}` };
      const answer = await browser.call(calls.sendCode, body, from);
      browser.close();
      require(answer.status === 200, `A request for a code was answered ${answer.status}.`);
      const { verificationId } = JSON.parse(answer.body);
      const [waiting] = await findWaitingBrowsers(storage, phone, Date.now());
      const code = (waiting && (await makeWaitingCode(storage, waiting))) ?? '';
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      codes.push({ verificationId, code, cookie });
    }
    const proofs = await Promise.all(Array.from({ length: count }, () => easyProof(parts)));
    const letters = await joinAndMakeTokens(storage, count);
    return { key, cookie: headers.cookie, userId, proofs, codes, letters };
  } finally {
    await storage.close();
  }
}

async function joinAndMakeTokens(
  { waitlist, letters }: Storage,
  count: number,
): Promise<Credentials['letters']> {
  const tokens = createLetterTokens(await letters.secret());
  const emails = Array.from({ length: count }, (_, n) => `member-${n}@example.com`);
  for (const email of emails) await waitlist.join(email, Date.now(), { via: undefined });
  return emails.map((email) => ({
    confirm: tokens.make('confirm', email),
    leave: tokens.make('leave', email),
  }));
}

/** A number that is not an admin's. Only admins get messages, so fuzzing sends no SMS. */
export function strangersPhone(n: number): string {
  return `+1555000${2_000 + n}`;
}
