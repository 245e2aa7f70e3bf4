import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { mayGetLetters } from '../../contract/email-address.ts';
import {
  CONFIRM_LETTERS,
  LETTER_RETENTION_DAYS,
  POSITION_LETTERS,
  RETURN_LETTERS,
} from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { markUnscrubbed } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { type AddressHashes, addressHashesOf, isTagged } from './address-hashes.ts';
import {
  codeOf,
  codesOf,
  IS_OF_MAILBOX,
  type LetterKind,
  letterKinds,
  letterPriorities,
} from './letter.ts';
import { noLetterReasons, suppress, suppressionReasons } from './suppressions.ts';

/** Few, so that each step is short. */
const ASKS_PER_STEP = 200;
/** The letter to an address that has not confirmed, by `earlier` of its row of `ask`. */
const askingKinds = ['confirm', 'earlier', 'last-call'] as const;

type StoredAsk = Awaited<ReturnType<typeof readAsks>>[number];

type Letter = Insertable<Database['letter']>;
/** A letter to a mailbox in the last 30 days. Its address is empty if that has left since. */
type Sent = Pick<Letter, (typeof columns)[number]>;
const columns = ['mailbox', 'email', 'kind', 'at'] as const;

/** See `storage.letters.queue`. */
export async function queueLetters(engine: Engine, at: number): Promise<number> {
  let read = 0;
  for (;;) {
    const asks = await queueStep(engine, at);
    read += asks;
    if (asks < ASKS_PER_STEP) return read;
    // Lets the event loop answer requests between two steps.
    await setImmediate();
  }
}

/** Reads the oldest sign-ups, and stores their rows of `letter`. @returns how many sign-ups */
async function queueStep(engine: Engine, at: number): Promise<number> {
  if (!(await hasAny(engine.db, 'ask'))) return 0;
  const hashes = await addressHashesOf(engine);
  return await engine.transaction(async (db) => {
    const asks = await readAsks(db, hashes, at);
    if (asks.length === 0) return 0;
    await removeReturned(db, asks);
    const rows = await lettersFor(db, asks, at);
    // One query, because sign-ups wait meanwhile.
    if (rows.length > 0) await db.insertInto('letter').values(rows).execute();
    const ids = asks.map(({ id }) => id);
    await db.deleteFrom('ask').where('id', 'in', ids).execute();
    return asks.length;
  });
}

/**
 * In a rule: requests a letter for each person of whom a condition on `waitlist` is true. It takes a second for 100,000
 * people, while other writes wait.
 */
export async function requestLetters(
  db: Kysely<Database>,
  isAsked: RawBuilder<boolean>,
  at: number,
): Promise<void> {
  // Imported people have made no request.
  const isEarlier = sql`requests = 0 OR joined_at < (SELECT at FROM letters_begun)`;
  await sql`
    INSERT INTO ask (email, at, earlier, priority)
    SELECT email, ${at}, CASE WHEN ${isEarlier} THEN 1 ELSE 2 END, ${sql.lit(letterPriorities.bulk)}
    FROM waitlist WHERE ${isAsked} ORDER BY email`.execute(db);
  const people = db.updateTable('waitlist').where(isAsked).where('requests', '=', 0);
  await people.set({ requests: 1 }).execute();
}

/** In a rule: stores letters of a mailing in the order of positions. Each mailbox gets one. @returns how many rows */
export async function addLetters(
  db: Kysely<Database>,
  mailing: number,
  isChosen: RawBuilder<unknown>,
  at: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO letter (mailing, priority, email, mailbox, state, attempts, due_at, at, since)
    SELECT ${mailing}, ${sql.lit(letterPriorities.mailing)}, email, mailbox,
      CASE WHEN row_number() OVER (PARTITION BY mailbox ORDER BY rank, key DESC) = 1
        THEN ${codesOf('waiting')} ELSE ${codesOf('same-mailbox')} END,
      0, ${at}, ${at}, ${at}
    FROM member WHERE ${isChosen} ORDER BY rank, key DESC ON CONFLICT DO NOTHING`.execute(db);
  return Number(numAffectedRows);
}

async function lettersFor(
  db: Kysely<Database>,
  asks: readonly StoredAsk[],
  at: number,
): Promise<Letter[]> {
  const sentTo = await readSent(db, asks, at);
  const rows: Letter[] = [];
  for (const ask of asks) {
    const { email, mailbox, priority, via } = ask;
    const sent = sentTo.getOrInsert(mailbox.toHex(), []);
    const kind = kindFor(ask, sent, at);
    if (!kind) continue;
    // Stored apart from the letter, which loses the address if the person leaves again.
    if (ask.hasLeft) await suppress(db, ask.subject, 'askedAgain', at);
    const letter = { kind: letterKinds.indexOf(kind), email, mailbox, priority, via, at };
    rows.push({ ...letter, state: codeOf('waiting'), attempts: 0, due_at: at, since: at });
    sent.push(letter);
  }
  return rows;
}

/** Another person may have typed the address of a person who has left. So it is removed until the letter's link is used. */
async function removeReturned(db: Kysely<Database>, asks: readonly StoredAsk[]): Promise<void> {
  const returned = asks.filter((ask) => ask.hasLeft && ask.isOnWaitlist && !ask.isMember);
  if (returned.length === 0) return;
  const emails = returned.map(({ email }) => email);
  await db.deleteFrom('waitlist').where('email', 'in', emails).execute();
  await markUnscrubbed(db);
}

/** Reads the oldest sign-ups, and what is stored about their addresses. */
async function readAsks(
  db: Kysely<Database>,
  { hashAddress, hashMailbox }: AddressHashes,
  at: number,
) {
  const oldest = db.selectFrom('ask').selectAll().orderBy('id').limit(ASKS_PER_STEP);
  const rows = await oldest.execute();
  if (rows.length === 0) return [];
  const emails = rows.map(({ email }) => email);
  // Not a join, for which an engine may read a whole table.
  const addressesIn = async (table: 'waitlist' | 'member') => {
    const found = db.selectFrom(table).select('email').where('email', 'in', emails);
    return new Set((await found.execute()).map(({ email }) => email));
  };
  const [listed, members] = [await addressesIn('waitlist'), await addressesIn('member')];
  const asked = rows.map((row) => ({ ...row, subject: hashAddress(row.email) }));
  const hashes = asked.map(({ subject }) => subject);
  const stopped = db.selectFrom('stopped').selectAll().where('subject', 'in', hashes);
  const reasons = Map.groupBy(await stopped.execute(), ({ subject }) => subject.toHex());
  return asked.map((ask) => {
    const its = reasons.get(ask.subject.toHex()) ?? [];
    const timeOf = (reason: keyof typeof suppressionReasons) =>
      its.find((row) => row.reason === suppressionReasons[reason])?.at;
    return {
      ...ask,
      mailbox: hashMailbox(ask.email),
      isRequested: ask.earlier > 0,
      isOnWaitlist: listed.has(ask.email),
      isMember: members.has(ask.email),
      hasLeft: timeOf('left') !== undefined,
      /** A person who has left gets one letter a month that asks to confirm again: see `RETURN_LETTERS`. */
      wasAskedAgain: (timeOf('askedAgain') ?? 0) > monthBefore(at),
      getsNone: its.some(({ reason }) => noLetterReasons.includes(reason)),
    };
  });
}

/** @returns which letter a sign-up gets; undefined for none */
function kindFor(ask: StoredAsk, sent: readonly Sent[], at: number): LetterKind | undefined {
  if (!mayGetLetters(ask.email)) return undefined;
  if (ask.getsNone || (ask.isRequested && (ask.isMember || ask.hasLeft))) return undefined;
  const isPosition = ({ kind }: Sent) => kind === letterKinds.indexOf('position');
  const [positions, asking] = [sent.filter(isPosition), sent.filter((one) => !isPosition(one))];
  if (ask.isMember) return mayHave(positions, POSITION_LETTERS, at) ? 'position' : undefined;
  if (ask.hasLeft) {
    const toListed = asking.filter(({ email }) => email !== '');
    const mayBeAsked = !ask.wasAskedAgain && mayHave(toListed, RETURN_LETTERS, at);
    return mayBeAsked ? 'confirm' : undefined;
  }
  // Tags, as in "ana+tag@…", share one limit, and the address without a tag has another: strangers who invent tags must
  // not use up the letter that the owner requests.
  const counted = asking.filter(
    ({ email }) => email === '' || isTagged(email) === isTagged(ask.email),
  );
  if (!ask.isOnWaitlist || !mayHave(counted, CONFIRM_LETTERS, at)) return undefined;
  return askingKinds[ask.earlier];
}

function mayHave(
  sent: readonly Sent[],
  limit: { perDay: number; perMonth: number },
  at: number,
): boolean {
  const today = sent.filter((one) => one.at > at - DAY_MS);
  return today.length < limit.perDay && sent.length < limit.perMonth;
}

/** @returns the letters of the last 30 days by the hexadecimal hash of their mailbox */
async function readSent(
  db: Kysely<Database>,
  asks: readonly StoredAsk[],
  at: number,
): Promise<Map<string, Sent[]>> {
  const mailboxes = asks.map(({ mailbox }) => mailbox);
  const letters = db.selectFrom('letter').select(columns).where('mailbox', 'in', mailboxes);
  const toSignUps = letters.where(IS_OF_MAILBOX).where('mailing', 'is', null);
  const sent: Sent[] = await toSignUps.where('at', '>', monthBefore(at)).execute();
  return Map.groupBy(sent, ({ mailbox }) => mailbox.toHex());
}

function monthBefore(at: number): number {
  return at - LETTER_RETENTION_DAYS * DAY_MS;
}
