import { type CompiledQuery, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  PLACE_LETTERS,
  RETURN_LETTERS,
} from '../../contract/mail.ts';
import { isPlainAddress } from '../../contract/plain-address.ts';
import type { Engine } from '../engine.ts';
import { suppressionReasons } from '../erasures.ts';
import { codeOf, type LetterKind, letterKinds } from './letter.ts';
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

/** Reads the oldest sign-ups, and queues their letters. @returns how many sign-ups */
export async function queueStep(engine: Engine, at: number): Promise<number> {
  const subjects = await subjectsOf(engine);
  const asks = await readAsks(engine, subjects, at);
  const sent = await readSent(engine, asks, at);
  const queries: CompiledQuery[] = [];
  for (const ask of asks) {
    if (ask.hasLeft && ask.isOnWaitlist && !ask.isMember) {
      // Another person may have typed the address. So an address that has left comes back only by the link of a letter.
      await removeReturned(engine, ask.email);
    }
    const times = sent(ask.mailbox);
    const kind = kindFor(ask, times, at);
    if (kind) {
      times[kind === 'place' ? 'place' : groupOf(ask.email)].push(at);
      if (ask.hasLeft)
        queries.push(storeAskedAgain(engine, ask, subjects.hashAddress(ask.email), at));
      queries.push(queueLetter(engine, kind, ask, subjects.hashLetter(kind, ask.email, at), at));
    }
  }
  if (asks.length > 0) {
    // The email too, because SQLite may assign the id of a deleted row again.
    const these = sql`id IN (${sql.join(padded(asks.map(({ id }) => id)))})
      AND email IN (${sql.join(padded(asks.map(({ email }) => email)))})`;
    await engine.write([
      // Locks the rows. If an address is erased at the same time, either its row of `ask` is deleted before this, or
      // its letter is erased after this.
      sql`UPDATE ask SET earlier = earlier WHERE ${these}`.compile(engine.db),
      ...queries,
      sql`DELETE FROM ask WHERE ${these}`.compile(engine.db),
    ]);
  }
  return asks.length;
}

/** Reads the oldest sign-ups. */
async function readAsks({ db }: Engine, subjects: Subjects, at: number): Promise<Ask[]> {
  const rows = await db
    .selectFrom('ask')
    .select(['id', 'email', 'via', 'earlier'])
    .orderBy('id')
    .limit(ASKS_PER_STEP)
    .execute();
  if (rows.length === 0) return [];
  const hashes = new Map(rows.map(({ email }) => [email, subjects.hashAddress(email)]));
  const suppressed = await db
    .selectFrom('stopped')
    .select(['subject', 'reason', 'at'])
    .where('subject', 'in', padded([...hashes.values()]))
    .execute();
  const isSuppressed = (email: string, reason: number, rows = suppressed) =>
    rows.some((row) => row.reason === reason && hashes.get(email)?.equals(row.subject) === true);
  const recent = suppressed.filter((row) => isInLastMonth(row.at, at));
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
    hasLeft: isSuppressed(email, suppressionReasons.left),
    wasAskedAgain: isSuppressed(email, suppressionReasons.askedAgain, recent),
    isDead: isSuppressed(email, suppressionReasons.dead),
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

async function readSent(
  { db }: Engine,
  asks: readonly Ask[],
  at: number,
): Promise<(mailbox: Uint8Array) => Sent> {
  const none = (): Sent => ({ plain: [], tagged: [], confirmToLeft: [], place: [] });
  const sent = new Map(asks.map(({ mailbox }) => [mailbox.toHex(), none()]));
  const of = (mailbox: Uint8Array) => sent.get(mailbox.toHex()) ?? none();
  if (asks.length === 0) return of;
  const rows = await db
    .selectFrom('letter')
    .select(['mailbox', 'kind', 'at', 'email'])
    .where('mailbox', 'in', padded(asks.map(({ mailbox }) => mailbox)))
    .execute();
  for (const row of rows) {
    if (!isInLastMonth(row.at, at)) continue;
    const confirm = row.email === '' ? 'confirmToLeft' : groupOf(row.email);
    of(row.mailbox)[letterKinds[row.kind] === 'place' ? 'place' : confirm].push(row.at);
  }
  return of;
}

/** Times of more than a day later were stored while the clock was ahead. They would prevent letters until then. */
function isInLastMonth(time: number, at: number): boolean {
  return time > at - LETTER_RETENTION_DAYS * DAY_MS && time <= at + DAY_MS;
}

/** Repeats the first value, so that the text of a query is always the same, and the query is prepared only once. */
function padded<Value>(values: readonly Value[]): Value[] {
  const [first] = values;
  if (first === undefined) return [];
  return [...values, ...Array<Value>(ASKS_PER_STEP - values.length).fill(first)];
}

/** The letter itself does not show this any more if the person leaves again, because it then loses the address. */
function storeAskedAgain(
  { db }: Engine,
  { id, email }: Ask,
  subject: Uint8Array,
  at: number,
): CompiledQuery {
  return sql`
    INSERT INTO stopped (subject, reason, at)
    SELECT ${subject}, ${sql.lit(suppressionReasons.askedAgain)}, ${at} FROM ask
    WHERE id = ${id} AND email = ${email}
    ON CONFLICT (subject, reason) DO UPDATE SET at = excluded.at`.compile(db);
}

/**
 * Reads the row of `ask`, so that an address that was erased meanwhile gets no letter. The `via` of the first letter to
 * the address is repeated in every later one. Otherwise, a stranger who enters the address again with another link
 * could get the credit.
 */
function queueLetter(
  { db }: Engine,
  kind: LetterKind,
  { id, email, mailbox }: Ask,
  key: Uint8Array,
  at: number,
): CompiledQuery {
  return sql`
    INSERT INTO letter (kind, subject_key, email, mailbox, via, state, attempts, due_at, at)
    SELECT ${letterKinds.indexOf(kind)}, ${key}, email, ${mailbox},
      CASE WHEN EXISTS (SELECT 1 FROM letter WHERE letter.email = ask.email)
        THEN (SELECT via FROM letter WHERE letter.email = ask.email ORDER BY id LIMIT 1)
        ELSE via END,
      ${sql.lit(codeOf('waiting'))}, 0, ${at}, ${at}
    FROM ask WHERE id = ${id} AND email = ${email}
    ON CONFLICT (subject_key) DO NOTHING`.compile(db);
}
