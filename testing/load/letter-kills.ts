import { setTimeout } from 'node:timers/promises';
import { author } from '../../commands/command.ts';
import { openStorage, type Storage } from '../../storage/open.ts';
import type { TestEngine } from '../databases/test-engine.ts';
import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts';
import type { Step } from '../fakes/smtp-script.ts';
import type { RandomValues } from '../random-values.ts';
import { startServer } from '../server-process.ts';

/** A site is killed soon after the mail server has reached one of these steps, of one of the first letters. */
const STEPS = ['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'CONTENT_BEGUN', 'CONTENT'] as const;
const FIRST_LETTERS = 6;
const MOST_DELAY_MS = 10;
/** If no step is reached in this time, the site has no letters to send. */
const NOTHING_TO_SEND_AFTER_MS = 10_000;
export const LOOK_AGAIN_MS = 50;

export interface LetterKills {
  letters: number;
  kills: number;
  random: RandomValues;
  /** Whether letters that are listed as uncertain are sent again in the end. */
  sendsUncertainAgain?: boolean;
}

export interface LetterKillReport {
  kills: number;
  /** Addresses for which the mail server accepted a letter. */
  received: number;
  /** Addresses for which the mail server accepted more than one letter. */
  receivedTwice: number;
  uncertain: number;
  /** Letters that were not received and are not listed as uncertain. */
  lost: number;
  /** Letters that are listed as sent and were not received. */
  neverReceived: number;
}

/**
 * Kills a site again and again during a mailing to all earlier sign-ups, and then lets it send the remaining letters.
 * The mail server runs in this process, and is not killed.
 */
export async function killWhileSending(
  engine: TestEngine,
  { letters, kills, random, sendsUncertainAgain }: LetterKills,
): Promise<LetterKillReport> {
  await using ends = new AsyncDisposableStack();
  const { mail, env } = await prepare(engine, ends);
  await requestMailing(env.DATABASE_URL, letters);
  let killed = 0;
  while (killed < kills && (await killOnce(mail, random, { env }))) killed++;
  ends.use(await startServer({ env }));
  await using storage = await openStorage(env.DATABASE_URL, 'command');
  await untilSettled(storage, letters);
  if (sendsUncertainAgain) {
    const uncertain = await storage.letters.list({ state: 'uncertain', limit: letters });
    for (const { id } of uncertain) await storage.letters.sendAgain(id, author());
    await untilSettled(storage, letters);
  }
  return { kills: killed, ...(await compare(storage, mail)) };
}

/** Makes a database and a mail server, which both end with `ends`. @returns the settings of a site with large budgets */
export async function prepare(engine: TestEngine, ends: AsyncDisposableStack) {
  const database = await engine.create();
  ends.defer(() => database.remove());
  const mail = await startFakeMailServer();
  // Only a script says which step it has reached.
  mail.play({});
  ends.defer(() => mail.close());
  const env = {
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    MAIL_PER_HOUR: '999999',
    MAIL_PER_DAY: '999999',
  };
  return { mail, env };
}

/** Starts a site, and kills it while it sends letters. @returns whether it had letters to send */
export async function killOnce(
  mail: FakeMailServer,
  random: RandomValues,
  options: Parameters<typeof startServer>[0],
): Promise<boolean> {
  const steps = reachedAfter(mail, random.pick(STEPS), 1 + random.upTo(FIRST_LETTERS));
  const server = await startServer(options);
  const isSending = await Promise.race([steps, setTimeout(NOTHING_TO_SEND_AFTER_MS, false)]);
  if (isSending) await setTimeout(random.upTo(MOST_DELAY_MS));
  await server.kill();
  return isSending;
}

async function reachedAfter(mail: FakeMailServer, step: Step, times: number): Promise<true> {
  for (let n = 0; n < times; n++) await mail.reached(step);
  return true;
}

async function requestMailing(url: string, letters: number): Promise<void> {
  await using storage = await openStorage(url, 'server');
  const now = Date.now();
  const emails = Array.from({ length: letters }, (_, n) => `person@${n}.example`);
  await Promise.all(emails.map((email) => storage.waitlist.join(email, now - 1)));
  await storage.letters.begin(now);
  await storage.letters.askEarlier(now);
}

/** Resolves when every letter was queued, and none is waiting or being sent. */
async function untilSettled(storage: Storage, letters: number): Promise<void> {
  for (;;) {
    const { accepted, refused, uncertain } = (await storage.letters.figures()).states;
    if (accepted + refused + uncertain === letters) return;
    await setTimeout(LOOK_AGAIN_MS);
  }
}

async function compare(storage: Storage, mail: FakeMailServer) {
  const received = new Map<string, number>();
  for (const to of mail.letters.flatMap((letter) => letter.to)) {
    received.set(to, (received.get(to) ?? 0) + 1);
  }
  const all = await storage.letters.list({ limit: Number.MAX_SAFE_INTEGER });
  const missing = all.filter(({ email }) => !received.has(email));
  return {
    received: received.size,
    receivedTwice: [...received.values()].filter((times) => times > 1).length,
    uncertain: all.filter(({ state }) => state === 'uncertain').length,
    lost: missing.filter(({ state }) => state !== 'uncertain').length,
    neverReceived: missing.filter(({ state }) => state === 'accepted').length,
  };
}
