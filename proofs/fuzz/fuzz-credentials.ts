import { MINUTE_MS } from '../../contract/durations.ts';
import { MAILING_BEGINS_AFTER_MINUTES } from '../../contract/mailings.ts';
import type { SolvedChallenge } from '../../contract/schemas/bot-check.ts';
import { cookieName, hashToken, randomToken } from '../../server/http/credentials.ts';
import { hashCode } from '../../server/identity/codes.ts';
import { createLetterTokens } from '../../server/letters/letter-tokens.ts';
import { openStorage, type Storage } from '../../storage/open.ts';
import { signIn } from '../../testing/signed-in.ts';
import { easyProof } from '../../testing/test-browser.ts';

const ADMIN = '+15550001111';
const COUNT = 60;
/** The mailing that runs. */
export const RUNNING = 1;
/** So many letters of the running mailing are uncertain. */
const UNCERTAIN = 10;
/** The waves up to this number have one person each. */
export const WAVES = 20;

/** Valid credentials, so that fuzzing also reaches the code after the access checks. */
export interface Credentials {
  /** Of the app's back end, and the password of the mail provider. */
  key: string;
  /** The cookie of an admin's session. */
  cookie: string;
  userId: string;
  /** The bot check accepts each proof once. */
  proofs: readonly SolvedChallenge[];
  /** Each code signs in once, with its cookie. */
  codes: readonly { verificationId: string; code: string; cookie: string }[];
  /** The tokens in the letters to people on the waitlist. */
  letters: readonly { confirm: string; leave: string }[];
  /** The numbers of the uncertain letters. */
  uncertain: readonly number[];
}

export async function prepareCredentials(
  databaseUrl: string,
  { key, https }: { key: string; https: boolean },
): Promise<Credentials> {
  await using storage = await openStorage(databaseUrl, 'command');
  const now = Date.now();
  const parts = { storage, clock: Date.now, https };
  await storage.admins.add(ADMIN, now);
  await storage.admins.setRight(ADMIN, true, { who: 'command line', at: now });
  const { userId, headers } = await signIn(parts, ADMIN);
  const tokens = createLetterTokens(await storage.letters.secret());
  const [proofs, codes, letters]: [
    SolvedChallenge[],
    Credentials['codes'][number][],
    Credentials['letters'][number][],
  ] = [[], [], []];
  for (let n = 0; n < COUNT; n++) {
    proofs.push(await easyProof(parts));
    const [verificationId, browser, code] = [randomToken(128), randomToken(128), '123456'];
    const idHash = hashToken(verificationId);
    await storage.signInCodes.add({
      idHash,
      browserHash: hashToken(browser),
      phone: strangersPhone(n),
      codeHash: hashCode(await storage.keySecret(), idHash, code),
      validUntil: now + 5 * MINUTE_MS,
    });
    codes.push({ verificationId, code, cookie: `${cookieName('sign-in', https)}=${browser}` });
    // Each at its own domain, because a domain gets few letters in an hour.
    const email = `member@${n}.example`;
    await storage.waitlist.join(email, now, { via: undefined });
    // Only people who have confirmed can be let in.
    if (n % 2 === 0) await storage.members.confirm(email, now);
    // Otherwise those whose letters are uncertain would all be sent soon, and no letter could be sent again.
    if (n >= 2 * UNCERTAIN)
      letters.push({ confirm: tokens.make('confirm', email), leave: tokens.make('leave', email) });
  }
  for (let seen = 0; seen < WAVES; seen++) {
    await storage.waves.take(
      { people: 1 },
      { order: 'joined', seen },
      { who: 'command line', at: now },
    );
  }
  await storage.launch.tellElsewhere(now - MINUTE_MS, 1, { who: 'command line', at: now });
  const uncertain = await addMailing(storage, now);
  return { key, cookie: headers.cookie, userId, proofs, codes, letters, uncertain };
}

/** @returns the numbers of its uncertain letters */
async function addMailing(storage: Storage, at: number): Promise<number[]> {
  const { audit, mailings, letters } = storage;
  const author = { who: 'command line', at };
  await audit.record(author, 'test-mailing');
  const people = (await mailings.figures('everybody', { people: 0 })).people;
  await mailings.send({ subject: 'One', words: 'Two', kind: 'everybody', people }, author);
  const budget = { perHour: 9 * COUNT, perDay: 9 * COUNT };
  const uncertain: number[] = [];
  while (uncertain.length < UNCERTAIN) {
    const turn = await letters.take(budget, at + MAILING_BEGINS_AFTER_MINUTES * MINUTE_MS);
    if (typeof turn === 'string') throw new Error(`No letter was taken: ${turn}.`);
    // The server may have made letters for the sign-ups, which are sent first.
    if ('mailing' in turn) uncertain.push(turn.id);
  }
  await letters.markInterrupted();
  return uncertain;
}

/** A number that is not an admin's. Only admins get messages, so fuzzing sends no SMS. */
export function strangersPhone(n: number): string {
  return `+1555000${2_000 + n}`;
}
