import { type Insertable, type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { mayGetLetters } from '../../contract/email-address.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  PLACE_LETTERS,
  RETURN_LETTERS,
} from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { markUnscrubbed } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { deleteRows, hasAny } from '../tables.ts';
import { codeOf, IS_OF_MAILBOX, type LetterKind, letterKinds } from './letter.ts';
import { isTagged, type Subjects, subjectsOf } from './subjects.ts';
import { noLetterReasons, suppress, suppressionReasons } from './suppressions.ts';

/** Few, so that each step is short. */
export const ASKS_PER_STEP = 200;

/** A sign-up, and what is stored about its address. */
interface StoredAsk {
  id: number;
  email: string;
  subject: Buffer;
  mailbox: Buffer;
  via: string | null;
  isEarlier: boolean;
  priority: number;
  isOnWaitlist: boolean;
  isMember: boolean;
  hasLeft: boolean;
  /** Whether a person who has left was asked in the last 30 days to confirm again: `RETURN_LETTERS` allows one letter. */
  wasAskedAgain: boolean;
  getsNone: boolean;
}

/**
 * The times of a mailbox's letters of the last 30 days. Letters that asked to confirm are `plain`, or `tagged` if their
 * address has a tag, as in "ana+tag@…". `confirmToLeft`: those to an address that has left since.
 */
type Sent = Record<'plain' | 'tagged' | 'confirmToLeft' | 'place', number[]>;

type Letters = Awaited<ReturnType<typeof readLetters>>;

/** Reads the oldest sign-ups, and stores their rows of `letter`. @returns how many sign-ups */
export async function queueStep(engine: Engine, at: number): Promise<number> {
  if (!(await hasAny(engine.db, 'ask'))) return 0;
  const subjects = await subjectsOf(engine);
  return await engine.transaction(async (db) => {
    const asks = await readAsks(db, subjects, at);
    if (asks.length === 0) return 0;
    const returned = await removeReturned(db, asks);
    const rows = await lettersFor(db, subjects, asks, at);
    // One query, because sign-ups wait meanwhile.
    if (rows.length > 0) await db.insertInto('letter').values(rows).execute();
    const ids = padded(asks.map(({ id }) => id));
    await deleteRows(db, 'ask', sql`id IN (${sql.join(ids)})`);
    if (returned > 0) await markUnscrubbed(db);
    return asks.length;
  });
}

async function lettersFor(
  db: Kysely<Database>,
  subjects: Subjects,
  asks: readonly StoredAsk[],
  at: number,
): Promise<Insertable<Database['letter']>[]> {
  const letters = await readLetters(db, asks, at);
  const rows: Insertable<Database['letter']>[] = [];
  const askedAgain: Buffer[] = [];
  for (const ask of asks) {
    const kind = kindFor(ask, letters.sentTo(ask.mailbox), at);
    const letter =
      kind && letterOf(ask, kind, letters, subjects.hashLetter(kind, ask.email, at), at);
    if (!letter) continue;
    if (ask.hasLeft) askedAgain.push(ask.subject);
    const { priority } = ask;
    const times = { due_at: at, at, since: at };
    rows.push({ ...letter, ...times, state: codeOf('waiting'), attempts: 0, priority });
  }
  // Stored apart from the letter, which loses the address if the person leaves again.
  for (const subject of askedAgain) await suppress(db, subject, 'askedAgain', at);
  return rows;
}

/** @returns undefined if the same letter was queued before */
function letterOf(ask: StoredAsk, kind: LetterKind, letters: Letters, key: Buffer, at: number) {
  if (letters.keys.has(key.toHex())) return undefined;
  const { email, mailbox } = ask;
  letters.sentTo(mailbox)[groupOf(kind, email)].push(at);
  const via = letters.vias.getOrInsert(email, ask.via);
  return { kind: letterKinds.indexOf(kind), subject_key: key, email, mailbox, via };
}

/**
 * Somebody else may have typed the address of a person who has left. So it is removed until the letter's link is used.
 *
 * @returns how many addresses were removed
 */
async function removeReturned(db: Kysely<Database>, asks: readonly StoredAsk[]): Promise<number> {
  const returned = asks.filter((ask) => ask.hasLeft && ask.isOnWaitlist && !ask.isMember);
  const emails = padded(returned.map(({ email }) => email));
  if (emails.length > 0) await db.deleteFrom('waitlist').where('email', 'in', emails).execute();
  return returned.length;
}

/** Reads the oldest sign-ups. */
async function readAsks(
  db: Kysely<Database>,
  subjects: Subjects,
  at: number,
): Promise<StoredAsk[]> {
  const oldest = db.selectFrom('ask').selectAll().orderBy('id').limit(ASKS_PER_STEP);
  const rows = await oldest.execute();
  if (rows.length === 0) return [];
  const emails = padded(rows.map(({ email }) => email));
  // Not a join, because PostgreSQL may then read a whole table.
  const addresses = db.selectFrom('waitlist').select('email').where('email', 'in', emails);
  const listed = new Set((await addresses.execute()).map(({ email }) => email));
  const asked = rows.map((row) => ({ ...row, subject: subjects.hashAddress(row.email) }));
  const stopped = await db
    .selectFrom('stopped')
    .selectAll()
    .where('subject', 'in', padded(asked.map(({ subject }) => subject)))
    .execute();
  const found = await db
    .selectFrom('member')
    .select('email')
    .where('email', 'in', emails)
    .execute();
  const members = new Set(found.map(({ email }) => email));
  return asked.map(({ id, email, subject, via, earlier, priority }) => {
    const its = stopped.filter((row) => subject.equals(row.subject));
    const timeOf = (reason: keyof typeof suppressionReasons) =>
      its.find((row) => row.reason === suppressionReasons[reason])?.at;
    const askedAgainAt = timeOf('askedAgain');
    return {
      ...{ id, email, subject, mailbox: subjects.hashMailbox(email), via, priority },
      isEarlier: earlier === 1,
      isOnWaitlist: listed.has(email),
      isMember: members.has(email),
      hasLeft: timeOf('left') !== undefined,
      wasAskedAgain: askedAgainAt !== undefined && isInLastMonth(askedAgainAt, at),
      getsNone: its.some(({ reason }) => noLetterReasons.includes(reason)),
    };
  });
}

/** @returns which letter a sign-up gets; undefined for none */
function kindFor(ask: StoredAsk, sent: Sent, at: number): LetterKind | undefined {
  if (!mayGetLetters(ask.email)) return undefined;
  if (ask.getsNone || (ask.isEarlier && (ask.isMember || ask.hasLeft))) return undefined;
  if (ask.isMember) return mayHave(sent.place, PLACE_LETTERS, at) ? 'place' : undefined;
  if (ask.hasLeft) {
    const mayBeAsked =
      !ask.wasAskedAgain && mayHave([...sent.plain, ...sent.tagged], RETURN_LETTERS, at);
    return mayBeAsked ? 'confirm' : undefined;
  }
  if (!ask.isOnWaitlist || !mayBeAskedFirst(ask, sent, at)) return undefined;
  return ask.isEarlier ? 'earlier' : 'confirm';
}

/**
 * Tags share one limit, and the address without a tag has its own: strangers who invent tags must not use up the letter
 * for which the owner asks. If one address of the mailbox has left, the others get letters as if they had left.
 */
function mayBeAskedFirst({ email }: StoredAsk, sent: Sent, at: number): boolean {
  const left = sent.confirmToLeft;
  const sinceLeft = [...sent.plain, ...sent.tagged, ...left].filter(
    (time) => time > Math.min(...left),
  );
  return (
    mayHave([...sent[groupOf('confirm', email)], ...left], CONFIRM_LETTERS, at) &&
    (left.length === 0 || mayHave(sinceLeft, RETURN_LETTERS, at))
  );
}

function groupOf(kind: LetterKind | undefined, email: string): keyof Sent {
  if (kind === 'place') return 'place';
  if (email === '') return 'confirmToLeft';
  return isTagged(email) ? 'tagged' : 'plain';
}

function mayHave(
  times: readonly number[],
  limit: { perDay: number; perMonth: number },
  at: number,
): boolean {
  const today = times.filter((time) => time > at - DAY_MS);
  return today.length < limit.perDay && times.length < limit.perMonth;
}

/**
 * Reads the letters to the mailboxes. In `vias`, the first letter to an address gives the `via` of every later one.
 * Otherwise, a stranger who enters the address again with another link could get the credit.
 */
async function readLetters(db: Kysely<Database>, asks: readonly StoredAsk[], at: number) {
  const rows = await db
    .selectFrom('letter')
    .select(['mailbox', 'kind', 'at', 'email', 'via', 'subject_key'])
    .where('mailbox', 'in', padded(asks.map(({ mailbox }) => mailbox)))
    .where(IS_OF_MAILBOX)
    .where('mailing', 'is', null)
    .orderBy('id')
    .execute();
  const none = (): Sent => ({ plain: [], tagged: [], confirmToLeft: [], place: [] });
  const sent = new Map<string, Sent>();
  const sentTo = (mailbox: Uint8Array) => sent.getOrInsertComputed(mailbox.toHex(), none);
  const vias = new Map<string, string | null>();
  for (const row of rows) {
    vias.getOrInsert(row.email, row.via);
    if (!isInLastMonth(row.at, at)) continue;
    sentTo(row.mailbox)[groupOf(letterKinds[row.kind ?? -1], row.email)].push(row.at);
  }
  return { sentTo, vias, keys: new Set(rows.map((row) => row.subject_key?.toHex())) };
}

function isInLastMonth(time: number, at: number): boolean {
  return time > at - LETTER_RETENTION_DAYS * DAY_MS;
}

/** Repeats the first value, so that the text of a query is always the same, and the query is prepared only once. */
function padded<Value>(values: readonly Value[]): Value[] {
  const [first] = values;
  if (first === undefined) return [];
  return [...values, ...Array<Value>(ASKS_PER_STEP - values.length).fill(first)];
}
