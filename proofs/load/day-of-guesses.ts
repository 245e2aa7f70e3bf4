import { BlockList } from 'node:net';
import { calls } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { MAX_CODE_ATTEMPTS } from '../../contract/identity.ts';
import { codesOfNumber, guessesOfNumber } from '../../server/identity/embedded.ts';
import { findWaitingBrowsers, makeWaitingCode } from '../../server/identity/waiting-code.ts';
import { createTestDatabase } from '../../testing/databases/test-databases.ts';
import { type FakeTwilio, startFakeTwilio } from '../../testing/fakes/fake-twilio.ts';
import { findCode } from '../../testing/requests/find-code.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import { require } from '../proof.ts';

const ADMIN = '+15550001111';
const PROXY = '127.0.0.1';
const ADDRESSES = 10;
/** Codes that each address requests in the minute before midnight. */
const CODES_BEFORE = 6;
/** Codes that each address requests in each hour of `WHOLE_DAY` or `FIRST_HOUR`. */
const CODES_IN_HOUR = 2;
const WHOLE_DAY = [0, 1, 2, 5, 8, 11, 14, 17, 20, 23];
const FIRST_HOUR = [0];
const MIDNIGHT = Date.UTC(2025, 5, 15);
/** In every second hour of `WHOLE_DAY`, the stored hash of a code that was not sent is compared with every code. */
const SEARCHED_EVERY = 2;
const NEVER_USED_UP = { perHour: 10_000, perDay: 10_000 };

export interface DayOfGuesses {
  asked: number;
  /** Number of messages in the minute before the day and in the day. */
  sent: number;
  /** How often the right code was accepted as the fifth guess. */
  accepted: number;
  /** Number of codes that were not sent and whose stored hash was compared with all million possible codes. */
  searched: number;
  /** How many of these comparisons found the code. */
  found: number;
  /** Number of different answers to the requests for codes. */
  answers: number;
  /** Status after a code that the operator made for the admin's browser is entered there, and in a stranger's. */
  ofOperator: { admin: number; stranger: number };
}

interface Asked {
  browser: TestBrowser;
  verificationId: string;
  address: string;
}

/**
 * Guesses at the codes of one admin for a day. For each code that was sent, four wrong guesses are followed by the
 * right code: if it is accepted, all five guesses were compared.
 */
export async function guessForADay(
  engine: string,
  { rateLimits }: { rateLimits: boolean },
): Promise<DayOfGuesses> {
  // Without limits, the first hour is enough to exceed what the limits allow.
  const hours = rateLimits ? WHOLE_DAY : FIRST_HOUR;
  const twilio = await startFakeTwilio();
  let now = MIDNIGHT - 60_000;
  const copies = await openCopies(engine, twilio, rateLimits, () => now);
  const [site] = copies as [TestApp];
  await site.storage.admins.add(ADMIN, now);
  let asked = 0;
  let accepted = 0;
  const answers = new Set<string>();
  const unsent: string[] = [];
  let guessedAt = 0;
  let searched = 0;
  let found = 0;

  async function ask(address: string): Promise<Asked> {
    const copy = copies[asked++ % copies.length] as TestApp;
    const browser = new TestBrowser(copy);
    const from = { remoteAddress: PROXY, headers: { 'x-forwarded-for': address } };
    const { statusCode, headers, body } = await browser.askForCode(ADMIN, from);
    answers.add(`${statusCode} ${Object.keys(headers)} ${body.replace(/"[\w-]{22}"/, '…')}`);
    return { browser, verificationId: JSON.parse(body).verificationId, address };
  }
  async function guess({ browser, verificationId, address }: Asked, code: string, n: number) {
    const { method, path: url } = calls.signIn;
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await copies[n % copies.length]?.app.inject({
      ...{ method, url, remoteAddress: PROXY },
      headers: { cookie, 'x-forwarded-for': address },
      payload: { verificationId, code },
    });
    return answer?.statusCode ?? 0;
  }
  /** Asks for codes from all addresses at the same time. @returns the requests, after the SMS were sent */
  async function askFromAll(part: number, codes: number, sentBy: number): Promise<Asked[]> {
    const all = await Promise.all(
      Array.from({ length: ADDRESSES * codes }, (_, n) =>
        ask(`10.0.${part}.${(n % ADDRESSES) + 1}`),
      ),
    );
    while (twilio.messages.length < sentBy) await twilio.next();
    return all;
  }
  /** Guesses at the unsent codes last, because these guesses also count for the limit of the day, and use it up. */
  async function guessAtAll(all: readonly Asked[]): Promise<void> {
    const sent = twilio.messages.slice(guessedAt).map(({ body }) => body.slice(0, 6));
    guessedAt = twilio.messages.length;
    const others: Asked[] = [];
    for (const waiting of all) {
      const { verificationId } = waiting;
      const right = sent.length > 0 ? await findCode(site, verificationId, sent) : undefined;
      if (!right) others.push(waiting);
      else if (await guessFiveTimes(waiting, right)) accepted++;
    }
    unsent.push(...others.map(({ verificationId }) => verificationId));
    await Promise.all(others.map((waiting) => guessFiveTimes(waiting, 'wrong')));
  }
  async function guessFiveTimes(waiting: Asked, last: string): Promise<boolean> {
    const wrong = Array.from({ length: MAX_CODE_ATTEMPTS - 1 }, (_, n) =>
      guess(waiting, 'wrong', n),
    );
    await Promise.all(wrong);
    return (await guess(waiting, last, asked)) === 200;
  }
  /** How many codes must be sent if each address requests `codes`; without limits, all of them. */
  const sentOf = (codes: number, limit: number) =>
    rateLimits ? Math.min(limit, ADDRESSES * codes) : ADDRESSES * codes;

  try {
    const before = await askFromAll(0, CODES_BEFORE, sentOf(CODES_BEFORE, codesOfNumber.perHour));
    let sentBy = twilio.messages.length;
    for (const [round, hour] of hours.entries()) {
      now = MIDNIGHT + hour * HOUR_MS;
      const left = codesOfNumber.perDay - round * codesOfNumber.perHour;
      sentBy += sentOf(CODES_IN_HOUR, Math.max(0, Math.min(left, codesOfNumber.perHour)));
      const waiting = await askFromAll(1 + round, CODES_IN_HOUR, sentBy);
      await guessAtAll(round === 0 ? [...waiting, ...before] : waiting);
      const last = unsent.at(-1);
      if (round % SEARCHED_EVERY > 0 || !last) continue;
      searched++;
      if (await findCode(site, last)) found++;
    }
    now += 1_000;
    const admin = await ask('10.1.0.1');
    now += 1_000;
    const stranger = await ask('10.1.0.2');
    const [, own] = await findWaitingBrowsers(site.storage, ADMIN, now);
    const code = (own && (await makeWaitingCode(site.storage, own))) ?? '';
    const ofOperator = {
      stranger: await guess(stranger, code, 0),
      admin: await guess(admin, code, 1),
    };
    const { length: sent } = twilio.messages;
    return { asked, sent, accepted, searched, found, answers: answers.size, ofOperator };
  } finally {
    for (const copy of copies.toReversed()) await copy.close();
    await twilio.close();
  }
}

/** @throws with the figures, unless exactly the allowed number of guesses was compared and the other checks pass */
export function requireFewGuesses(seen: DayOfGuesses): void {
  const compared = seen.accepted * MAX_CODE_ATTEMPTS;
  require(compared <=
    guessesOfNumber.perDay, `${compared} guesses were compared in a day, and ${seen.accepted} codes accepted.`);
  require(compared >=
    guessesOfNumber.perDay, `Only ${compared} of ${guessesOfNumber.perDay} allowed guesses were compared.`);
  const mostSent = codesOfNumber.perHour + codesOfNumber.perDay;
  require(seen.sent <= mostSent, `${seen.sent} codes were sent.`);
  require(seen.searched > 0, 'Every code was sent, so none was searched for: nothing was proved.');
  require(seen.found ===
    0, `${seen.found} of ${seen.searched} codes that were not sent could have been guessed.`);
  require(seen.answers ===
    1, `Answers within and above the limit differ: there are ${seen.answers} kinds.`);
  require(seen.ofOperator.admin === 200, 'The operator’s code did not sign in the admin.');
  require(seen.ofOperator.stranger === 401, 'The operator’s code signed in a stranger.');
}

/** Opens one copy of the site on SQLite, two on PostgreSQL. */
async function openCopies(
  engine: string,
  twilio: FakeTwilio,
  rateLimits: boolean,
  clock: () => number,
): Promise<TestApp[]> {
  const database = await createTestDatabase(engine);
  const trustedProxies = new BlockList();
  trustedProxies.addAddress(PROXY);
  const parts: Parameters<typeof createTestApp>[0] = {
    rateLimits,
    clock,
    trustedProxies,
    identity: {
      provider: 'embedded',
      sms: twilio.account,
      recipients: 'admins',
      budget: NEVER_USED_UP,
    },
  };
  const first = await createTestApp(parts, database);
  if (!first.storage.sharedLimits) return [first];
  return [first, await createTestApp(parts, { url: database.url, remove: async () => {} })];
}
