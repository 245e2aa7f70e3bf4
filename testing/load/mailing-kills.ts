import { setTimeout } from 'node:timers/promises';
import { HOUR_MS } from '../../contract/durations.ts';
import { type LetterState, letterStates } from '../../contract/mailings.ts';
import { personStates } from '../../contract/team-waitlist.ts';
import { openStorage, type Storage } from '../../storage/open.ts';
import { query } from '../databases/test-databases.ts';
import type { TestEngine } from '../databases/test-engine.ts';
import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts';
import type { Step } from '../fakes/smtp-script.ts';
import type { RandomValues } from '../random-values.ts';
import { startServer } from '../server-process.ts';
import type { DoubleName } from '../site-with-double.ts';

/** A site is killed soon after the mail server has reached one of these steps, of one of the first letters. */
const STEPS = ['CONNECT', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'CONTENT_BEGUN', 'CONTENT'] as const;
const FIRST_LETTERS = 6;
const MOST_DELAY_MS = 10;
/** If no step is reached in this time, the site has no letters to send. */
const NOTHING_TO_SEND_AFTER_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const MAILING = 1;
const ADMIN = { who: 'command line', at: Date.now() - HOUR_MS };
const addressOf = (n: number) => `person@${n}.example`;

export interface MailingKills {
  people: number;
  kills: number;
  random: RandomValues;
  double?: DoubleName;
  /** Whether letters that are listed as uncertain are sent again in the end. */
  sendsUncertainAgain?: boolean;
}

export interface MailingKillReport {
  kills: number;
  received: number;
  receivedTwice: number;
  /** How often the letters in all states did not add up to all recipients, or other sums were wrong. */
  unbalanced: number;
  /** Letters that were received, and are in a state which says that they were not. */
  deniedReceived: number;
  /** Letters that are listed as accepted, or whose people are invited, and were not received. */
  neverReceived: number;
  letters: Readonly<Record<LetterState, number>>;
}

/**
 * Kills a site again and again while it sends a mailing. After each kill one person leaves, and another is erased; of
 * some, the letter bounces. Then it sends the remaining letters. The mail server runs in this process, and is not killed.
 */
export async function killDuringMailing(
  engine: TestEngine,
  { people, kills, random, double, sendsUncertainAgain }: MailingKills,
): Promise<MailingKillReport> {
  await using ends = new AsyncDisposableStack();
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
  const options = { env, double };
  await sendMailing(database.url, people);
  await using storage = await openStorage(database.url, 'command');
  let unbalanced = 0;
  let killed = 0;
  while (killed < kills && (await killOnce(mail, random, options))) {
    killed++;
    await storage.members.leave(addressOf(random.upTo(people - 1)), Date.now());
    await storage.waitlist.erase(addressOf(random.upTo(people - 1)), Date.now());
    // Rarely, because a mailing of which many letters bounce pauses.
    if (killed % 30 === 1) await reportOne(storage);
    if (!(await balances(storage))) unbalanced++;
  }
  ends.use(await startServer(options));
  await untilEnded(storage);
  if (sendsUncertainAgain) {
    for (const { letter } of await lettersIn(storage, 'uncertain'))
      await storage.letters.sendAgain(letter, ADMIN);
    await untilEnded(storage);
  }
  if (!(await balances(storage))) unbalanced++;
  return { kills: killed, unbalanced, ...(await compare(storage, database.url, mail)) };
}

async function sendMailing(url: string, people: number): Promise<void> {
  await using storage = await openStorage(url, 'server');
  await storage.letters.begin(ADMIN.at);
  const emails = Array.from({ length: people }, (_, n) => addressOf(n));
  await Promise.all(emails.map((email) => storage.waitlist.join(email, ADMIN.at)));
  for (const email of emails) await storage.members.confirm(email, ADMIN.at);
  await storage.audit.record(ADMIN, 'test-mailing');
  const whom = { kind: 'next', people, withFriends: true } as const;
  await storage.mailings.send({ subject: 'In', words: 'In.', ...whom }, ADMIN);
}

/** Starts a site, and kills it while it sends letters. @returns whether it had letters to send */
async function killOnce(
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

async function untilEnded({ mailings }: Storage): Promise<void> {
  const isEnded = async () => {
    const mailing = await mailings.find();
    return mailing?.endedAt && mailing.letters.waiting + mailing.letters.sending === 0;
  };
  while (!(await isEnded())) await setTimeout(LOOK_AGAIN_MS);
}

const lettersIn = async ({ mailings }: Storage, state: LetterState) =>
  (await Array.fromAsync(mailings.recipients(MAILING, state))).flat();

/** Reports that a letter to somebody who has it has bounced. */
async function reportOne(storage: Storage): Promise<void> {
  const accepted = await lettersIn(storage, 'accepted');
  const email = accepted.find((one) => one.email !== '')?.email;
  if (email) await storage.returnedLetters.report([{ email, result: 'bounced' }], ADMIN);
}

async function balances({ mailings, recount }: Storage): Promise<boolean> {
  const { people, letters } = (await mailings.find()) ?? { people: 0, letters: {} };
  const sum = Object.values(letters).reduce((sum, count) => sum + count, 0);
  return sum === people && (await recount()).differences.length === 0;
}

/** Letters have the order of people. Their addresses may be gone. */
async function compare({ mailings }: Storage, url: string, mail: FakeMailServer) {
  const received = new Map<string, number>();
  for (const to of mail.letters.flatMap((letter) => letter.to))
    received.set(to, (received.get(to) ?? 0) + 1);
  const letters = `SELECT id, state FROM letter WHERE mailing = ${MAILING} ORDER BY id`;
  const rows = await query(url, letters);
  const invited = await query(
    url,
    `SELECT email FROM waitlist WHERE state = ${personStates.indexOf('invited')}`,
  );
  const stateOf = (code: unknown) => letterStates[Number(code)];
  const was = rows.map(({ state }, n) => ({
    isReceived: received.has(addressOf(n)),
    state: stateOf(state),
  }));
  const isSent = (state: unknown) => state === 'accepted' || state === 'uncertain';
  const accepted = was.filter(({ isReceived, state }) => state === 'accepted' && !isReceived);
  const unreached = invited.filter(({ email }) => !received.has(String(email)));
  return {
    received: received.size,
    receivedTwice: [...received.values()].filter((times) => times > 1).length,
    deniedReceived: was.filter(({ isReceived, state }) => isReceived && !isSent(state)).length,
    neverReceived: accepted.length + unreached.length,
    letters: (await mailings.find())?.letters ?? ({} as MailingKillReport['letters']),
  };
}
