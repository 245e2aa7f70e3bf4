import { setTimeout } from 'node:timers/promises';
import { HOUR_MS } from '../../contract/durations.ts';
import { type LetterState, letterStates } from '../../contract/mailings.ts';
import { personStates } from '../../contract/team-waitlist.ts';
import { openStorage, type Storage } from '../../storage/open.ts';
import { query } from '../databases/test-databases.ts';
import type { TestEngine } from '../databases/test-engine.ts';
import { warmUp } from '../databases/test-mailings.ts';
import type { FakeMailServer } from '../fakes/fake-mail-server.ts';
import type { RandomValues } from '../random-values.ts';
import { startServer } from '../server-process.ts';
import type { DoubleName } from '../site-with-double.ts';
import { killOnce, LOOK_AGAIN_MS, prepare } from './letter-kills.ts';

const ADMIN = { who: 'command line', at: Date.now() - HOUR_MS };
const addressOf = (n: number) => `person@${n}.example`;

export interface MailingKills {
  people: number;
  kills: number;
  random: RandomValues;
  double?: DoubleName;
}

export interface MailingKillReport {
  kills: number;
  received: number;
  receivedTwice: number;
  /** How often the parts did not add up to all recipients, or other sums were wrong. */
  unbalanced: number;
  /** Letters that were received, and are in a state which says that they were not. */
  deniedReceived: number;
  /** Letters that are listed as accepted, or whose people are invited, and were not received. */
  neverReceived: number;
  letters: Readonly<Record<LetterState, number>>;
}

/**
 * Kills a site again and again while it sends a mailing. After each kill one person leaves, and another is erased; of
 * some, the letter bounces. Then it sends the remaining letters.
 */
export async function killDuringMailing(
  engine: TestEngine,
  { people, kills, random, double }: MailingKills,
): Promise<MailingKillReport> {
  await using ends = new AsyncDisposableStack();
  const { mail, env } = await prepare(engine, ends);
  const options = { env, double };
  await sendMailing(env.DATABASE_URL, people);
  await using storage = await openStorage(env.DATABASE_URL, 'command');
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
  while (!(await storage.mailings.find())?.endedAt) await setTimeout(LOOK_AGAIN_MS);
  if (!(await balances(storage))) unbalanced++;
  return { kills: killed, unbalanced, ...(await compare(storage, env.DATABASE_URL, mail)) };
}

async function sendMailing(url: string, people: number): Promise<void> {
  await using storage = await openStorage(url, 'server');
  await storage.letters.begin(ADMIN.at);
  const emails = Array.from({ length: people }, (_, n) => addressOf(n));
  await Promise.all(emails.map((email) => storage.waitlist.join(email, ADMIN.at)));
  for (const email of emails) await storage.members.confirm(email, ADMIN.at);
  await warmUp(url);
  const whom = { kind: 'next', people, withFriends: true } as const;
  await storage.mailings.send({ subject: 'In', words: 'In.', ...whom }, ADMIN);
}

/** Reports that a letter to somebody who has it has bounced. */
async function reportOne({ mailings, returnedLetters }: Storage): Promise<void> {
  const some = { mailing: 2, state: 'accepted', after: 0 } as const;
  const accepted = await mailings.page(some, 100);
  const email = accepted.find((one) => one.email !== '')?.email;
  if (email) await returnedLetters.report([{ email, result: 'bounced' }], ADMIN);
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
  const letters = 'SELECT id, state FROM letter WHERE mailing = 2 ORDER BY id';
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
