import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  PLACE_LETTERS,
  RETURN_LETTERS,
} from '../../contract/mail.ts';
import { isPlainAddress } from '../../contract/plain-address.ts';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { suppressionReasons } from '../erasures.ts';
import { hasAny } from '../tables.ts';
import { codeOf, type LetterKind, letterKinds, NO_LETTER } from './letter.ts';
import { removeReturned } from './members.ts';
import { isTagged, type Subjects, subjectsOf } from './subjects.ts';

/** Few, so that each step is short. */
export const ASKS_PER_STEP = 200;

/** A sign-up, and what is stored about its address. */
interface Ask {
  id: number;
  email: string;
  mailbox: Buffer;
  via: string | null;
  isEarlier: boolean;
  priority: number;
  isOnWaitlist: boolean;
  isMember: boolean;
  hasLeft: boolean;
  /** Has left, and was asked to confirm again in the last 30 days: `RETURN_LETTERS` allows one letter in this time. */
  wasAskedAgain: boolean;
  isDead: boolean;
}

/**
 * The times of a mailbox's letters of the last 30 days. Letters that asked to confirm are `plain`, or `tagged` if their
 * address has a tag, as in "ana+tag@…". `confirmToLeft`: those to an address that has left since.
 */
type Sent = Record<'plain' | 'tagged' | 'confirmToLeft' | 'place', number[]>;

/** Reads the oldest sign-ups, and queues their turns. @returns how many sign-ups */
export async function queueStep(engine: Engine, at: number): Promise<number> {
  const subjects = await subjectsOf(engine);
  while (await hasAny(engine.db, 'ask')) {
    const { read, returned } = await engine.transaction((db) => queueTurns(db, subjects, at));
    for (const email of returned) await removeReturned(engine, email);
    if (returned.length === 0) return read;
  }
  return 0;
}

/** @returns how many sign-ups were read; and without queueing any, the addresses to remove from the waitlist before */
async function queueTurns(
  db: Kysely<Database>,
  subjects: Subjects,
  at: number,
): Promise<{ read: number; returned: string[] }> {
  const asks = await readAsks(db, subjects, at);
  // Another person may have typed the address. So an address that has left comes back only by the link of a letter.
  const returned = asks.filter((ask) => ask.hasLeft && ask.isOnWaitlist && !ask.isMember);
  if (asks.length === 0 || returned.length > 0) {
    return { read: 0, returned: returned.map(({ email }) => email) };
  }
  const before = await readLetters(db, asks, at);
  const turns = asks.flatMap((ask) => {
    const { times, via } = before(ask);
    const kind = kindFor(ask, times, at);
    if (kind === undefined && ask.isEarlier) return [];
    if (kind) times[kind === 'place' ? 'place' : groupOf(ask.email)].push(at);
    return [{ ...ask, kind, via, key: kind && subjects.hashLetter(kind, ask.email, at) }];
  });
  const stored = await readKeys(
    db,
    turns.flatMap(({ key }) => key ?? []),
  );
  const rows = turns.map(({ email, mailbox, via, priority, kind, key }) => ({
    ...(kind && key && !stored.has(key.toHex())
      ? { kind: letterKinds.indexOf(kind), subject_key: key, email, mailbox, via }
      : noLetter(subjects.hashDomain(email))),
    ...{ priority, state: codeOf('waiting'), attempts: 0, due_at: at, at },
  }));
  if (rows.length > 0) await db.insertInto('letter').values(rows).execute();
  const askedAgain = turns.filter(({ kind, hasLeft }) => kind && hasLeft);
  // The letter itself does not show this any more if the person leaves again, because it then loses the address.
  for (const { email } of askedAgain) {
    const row = { reason: suppressionReasons.askedAgain, at };
    await db
      .insertInto('stopped')
      .values({ subject: subjects.hashAddress(email), ...row })
      .onConflict((conflict) => conflict.columns(['subject', 'reason']).doUpdateSet({ at }))
      .execute();
  }
  await db
    .deleteFrom('ask')
    .where('id', 'in', padded(asks.map(({ id }) => id)))
    .execute();
  return { read: asks.length, returned: [] };
}

/** The columns of a sign-up that gets no letter. Nothing of the address is stored. */
function noLetter(domain: Uint8Array) {
  const nobody = { subject_key: randomBytes(32), email: '', via: null };
  return { kind: NO_LETTER, mailbox: domain, ...nobody };
}

/**
 * Reads the oldest sign-ups, and locks them: an address that is erased at the same time either has no row of `ask` any
 * more, or its letter is erased after this transaction.
 */
async function readAsks(db: Kysely<Database>, subjects: Subjects, at: number): Promise<Ask[]> {
  const rows = await db
    .selectFrom('ask')
    .selectAll()
    .orderBy('id')
    .limit(ASKS_PER_STEP)
    .forUpdate()
    .execute();
  if (rows.length === 0) return [];
  const hashes = new Map(rows.map(({ email }) => [email, subjects.hashAddress(email)]));
  const stopped = await db
    .selectFrom('stopped')
    .select(['subject', 'reason', 'at'])
    .where('subject', 'in', padded([...hashes.values()]))
    .execute();
  const isSuppressed = (email: string, reason: number, rows = stopped) =>
    rows.some((row) => row.reason === reason && hashes.get(email)?.equals(row.subject) === true);
  const recent = stopped.filter((row) => isInLastMonth(row.at, at));
  const emails = padded(rows.map(({ email }) => email));
  // Not a join, because PostgreSQL may then read a whole table.
  const listed = await readEmails(db, 'waitlist', emails);
  const members = await readEmails(db, 'member', emails);
  return rows.map(({ id, email, via, earlier, priority }) => ({
    id,
    email,
    mailbox: subjects.hashMailbox(email),
    via,
    isEarlier: earlier === 1,
    priority,
    isOnWaitlist: listed.has(email),
    isMember: members.has(email),
    hasLeft: isSuppressed(email, suppressionReasons.left),
    wasAskedAgain: isSuppressed(email, suppressionReasons.askedAgain, recent),
    isDead: isSuppressed(email, suppressionReasons.dead),
  }));
}

async function readEmails(
  db: Kysely<Database>,
  table: 'waitlist' | 'member',
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom(table).select('email').where('email', 'in', emails).execute();
  return new Set(rows.map(({ email }) => email));
}

/** @returns which letter a sign-up gets; undefined for none */
function kindFor(ask: Ask, sent: Sent, at: number): LetterKind | undefined {
  if (!isPlainAddress(ask.email)) return undefined;
  if (ask.isDead || (ask.isEarlier && (ask.isMember || ask.hasLeft))) return undefined;
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
function mayBeAskedFirst({ email }: Ask, sent: Sent, at: number): boolean {
  const left = sent.confirmToLeft;
  const sinceLeft = [...sent.plain, ...sent.tagged, ...left].filter(
    (time) => time > Math.min(...left),
  );
  return (
    mayHave([...sent[groupOf(email)], ...left], CONFIRM_LETTERS, at) &&
    (left.length === 0 || mayHave(sinceLeft, RETURN_LETTERS, at))
  );
}

function groupOf(email: string): 'plain' | 'tagged' {
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
 * Reads the letters to the mailboxes. The `via` of the first letter to an address is repeated in every later one.
 * Otherwise, a stranger who enters the address again with another link could get the credit.
 */
async function readLetters(
  db: Kysely<Database>,
  asks: readonly Ask[],
  at: number,
): Promise<(ask: Ask) => { times: Sent; via: string | null }> {
  const rows = await db
    .selectFrom('letter')
    .select(['mailbox', 'kind', 'at', 'email', 'via'])
    .where('mailbox', 'in', padded(asks.map(({ mailbox }) => mailbox)))
    .orderBy('id')
    .execute();
  const sent = new Map<string, Sent>();
  const timesOf = (mailbox: Uint8Array) =>
    sent.getOrInsertComputed(mailbox.toHex(), () => ({
      ...{ plain: [], tagged: [], confirmToLeft: [], place: [] },
    }));
  const vias = new Map<string, string | null>();
  for (const row of rows) {
    vias.getOrInsert(row.email, row.via);
    if (!isInLastMonth(row.at, at)) continue;
    const confirm = row.email === '' ? 'confirmToLeft' : groupOf(row.email);
    timesOf(row.mailbox)[letterKinds[row.kind] === 'place' ? 'place' : confirm].push(row.at);
  }
  return ({ mailbox, email, via }) => ({
    times: timesOf(mailbox),
    via: vias.getOrInsert(email, via),
  });
}

/** Times of more than a day later were stored while the clock was ahead. They would prevent letters until then. */
function isInLastMonth(time: number, at: number): boolean {
  return time > at - LETTER_RETENTION_DAYS * DAY_MS && time <= at + DAY_MS;
}

/** Of these keys, those of letters that are stored. */
async function readKeys(
  db: Kysely<Database>,
  keys: readonly Uint8Array[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('letter')
    .select('subject_key')
    .where('subject_key', 'in', padded(keys))
    .execute();
  return new Set(rows.map((row) => row.subject_key.toHex()));
}

/** Repeats the first value, so that the text of a query is always the same, and the query is prepared only once. */
function padded<Value>(values: readonly Value[]): Value[] {
  const [first] = values;
  if (first === undefined) return [];
  return [...values, ...Array<Value>(ASKS_PER_STEP - values.length).fill(first)];
}
