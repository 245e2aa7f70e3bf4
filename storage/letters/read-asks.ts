import { DAY_MS } from '../../contract/durations.ts';
import { LETTER_RETENTION_DAYS } from '../../contract/letters.ts';
import type { Engine } from '../engine.ts';
import { stopReasons } from '../erasures.ts';
import type { Subjects } from './subjects.ts';

/** Few, so that each step is short. */
export const ASKS_PER_STEP = 200;

/** A sign-up, and what is stored about its address. */
export interface Ask {
  id: number;
  email: string;
  mailbox: Buffer;
  via: string | null;
  isEarlier: boolean;
  isOnWaitlist: boolean;
  isMember: boolean;
  hasLeft: boolean;
  /** Has left, and was asked to confirm again in the last 30 days: `RETURN_LETTERS` allows one letter in this time. */
  wasAskedAgain: boolean;
  isDead: boolean;
}

/** Reads the oldest sign-ups. */
export async function readAsks({ db }: Engine, subjects: Subjects, at: number): Promise<Ask[]> {
  const rows = await db
    .selectFrom('ask')
    .select(['id', 'email', 'via', 'earlier'])
    .orderBy('id')
    .limit(ASKS_PER_STEP)
    .execute();
  if (rows.length === 0) return [];
  const hashes = new Map(rows.map(({ email }) => [email, subjects.hashAddress(email)]));
  const stopped = await db
    .selectFrom('stopped')
    .select(['subject', 'reason', 'at'])
    .where('subject', 'in', padded([...hashes.values()]))
    .execute();
  const isStopped = (email: string, reason: number, rows = stopped) =>
    rows.some((row) => row.reason === reason && hashes.get(email)?.equals(row.subject) === true);
  const recent = stopped.filter((row) => isInLastMonth(row.at, at));
  const emails = padded(rows.map(({ email }) => email));
  // Not a join, because PostgreSQL may then read a whole table.
  const listed = await readEmails(db, 'waitlist', emails);
  const members = await readEmails(db, 'member', emails);
  return rows.map(({ id, email, via, earlier }) => ({
    id,
    email,
    mailbox: subjects.hashMailbox(email),
    via,
    isEarlier: earlier === 1,
    isOnWaitlist: listed.has(email),
    isMember: members.has(email),
    hasLeft: isStopped(email, stopReasons.left),
    wasAskedAgain: isStopped(email, stopReasons.askedAgain, recent),
    isDead: isStopped(email, stopReasons.dead),
  }));
}

async function readEmails(
  db: Engine['db'],
  table: 'waitlist' | 'member',
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom(table).select('email').where('email', 'in', emails).execute();
  return new Set(rows.map(({ email }) => email));
}

/** Times of more than a day later were stored while the clock was ahead. They would prevent letters until then. */
export function isInLastMonth(time: number, at: number): boolean {
  return time > at - LETTER_RETENTION_DAYS * DAY_MS && time <= at + DAY_MS;
}

/** Repeats the first value, so that the text of a query is always the same, and the query is prepared only once. */
export function padded<Value>(values: readonly Value[]): Value[] {
  const [first] = values;
  if (first === undefined) return [];
  return [...values, ...Array<Value>(ASKS_PER_STEP - values.length).fill(first)];
}
