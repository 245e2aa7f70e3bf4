import { type Kysely, type Selectable, sql } from 'kysely';
import { returnResults, type SendingWait } from '../../contract/mail.ts';
import { type LetterState, letterStates, mailingKinds } from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import type { Mailing as Presented, Recipient } from '../../contract/schemas/mailings.ts';
import { codeOf, type LetterRow } from '../letters/letter.ts';
import { readWait } from '../letters/sending-wait.ts';
import { phoneOfCode } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { ROWS_PER_STEP } from '../steps.ts';

/** What was sent to many people at once: as in `contract/schemas/mailings.ts`, with times in milliseconds. */
export interface Mailing
  extends Omit<Presented, 'at' | 'phone' | 'startsAt' | 'endedAt' | 'lastAt' | 'waits'> {
  at: number;
  phone: Phone | null;
  startsAt: number;
  endedAt: number | null;
  lastAt: number | null;
  waits: SendingWait | null;
}

/** @param id that of the newest if undefined */
export async function readMailing(db: Kysely<Database>, id?: number): Promise<Mailing | undefined> {
  if (id === undefined) return (await readMailings(db, 1))[0];
  const mailings = db.selectFrom('mailing').selectAll().where('id', '=', id);
  return (await withLetters(db, await mailings.execute()))[0];
}

/** @returns the newest first */
export async function readMailings(db: Kysely<Database>, most: number): Promise<Mailing[]> {
  const mailings = db.selectFrom('mailing').selectAll().orderBy('id', 'desc').limit(most);
  return await withLetters(db, await mailings.execute());
}

async function withLetters(
  db: Kysely<Database>,
  rows: readonly Selectable<Database['mailing']>[],
): Promise<Mailing[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const counts = await countLetters(db, ids);
  const wait = (await readWait(db)) ?? null;
  return rows.map((row) => {
    const its = counts.filter(({ mailing }) => mailing === row.id);
    return asMailing(row, its, wait);
  });
}

type Counts = Awaited<ReturnType<typeof countLetters>>;

/** Counts the letters of mailings by their state and whether they came back. */
async function countLetters(db: Kysely<Database>, mailings: readonly number[]) {
  return await db
    .selectFrom('letter')
    .select(({ fn }) => [
      ...(['mailing', 'state', 'returned'] as const),
      fn.countAll<number>().as('letters'),
      fn.max('since').as('last_at'),
    ])
    .where('mailing', 'in', mailings)
    .groupBy(['mailing', 'state', 'returned'])
    .execute();
}

const ANSWERED = (['accepted', 'refused', 'uncertain'] as const).map(codeOf);

function asMailing(
  row: Selectable<Database['mailing']>,
  counts: Counts,
  wait: SendingWait | null,
): Mailing {
  const { id, at, who, kind, people, wave, subject, words } = row;
  const isRunning = row.ended_at === null && row.paused_why === null;
  return {
    id,
    at,
    who,
    people,
    wave,
    subject,
    words,
    waits: isRunning ? wait : null,
    kind: mailingKinds[kind] ?? 'everybody',
    phone: phoneOfCode(row.phone),
    startsAt: row.starts_at,
    pausedWhy: row.paused_why,
    endedAt: row.ended_at,
    lastAt: lastOf(counts.filter(({ state }) => ANSWERED.includes(state))),
    letters: sumsOf(letterStates, 'state', counts),
    returned: sumsOf(returnResults, 'returned', counts),
  };
}

function lastOf(counts: Counts): number | null {
  return counts.length > 0 ? Math.max(...counts.map((one) => Number(one.last_at))) : null;
}

/** @param names by their number in the column */
function sumsOf<Name extends string>(
  names: readonly Name[],
  column: 'state' | 'returned',
  counts: Counts,
): Record<Name, number> {
  const sumOf = (code: number) =>
    counts.reduce((sum, one) => sum + (one[column] === code ? Number(one.letters) : 0), 0);
  return Object.fromEntries(names.map((name, code) => [name, sumOf(code)])) as Record<Name, number>;
}

/** @returns a sentence for each mailing that does not have as many letters as recipients were chosen */
export async function wrongMailings(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: number; people: number; letters: number }>`
    SELECT id, people, (SELECT count(*) FROM letter WHERE letter.mailing = mailing.id) AS letters
    FROM mailing ORDER BY id`.execute(db);
  return rows
    .filter(({ people, letters }) => people !== Number(letters))
    .map(
      ({ id, people, letters }) =>
        `Mailing ${id} has ${letters} letters, but should have ${people}.`,
    );
}

/**
 * The letters of a mailing in a state, in steps.
 *
 * @param reports a connection on which writers do not wait
 */
export async function* readRecipients(
  reports: Kysely<Database>,
  mailing: number,
  state: LetterState,
): AsyncGenerator<Recipient[], undefined> {
  const letters = reports
    .selectFrom('letter')
    .select(['id', 'email', 'since', 'reply'])
    .where('mailing', '=', mailing)
    .where('state', '=', codeOf(state))
    .orderBy('id')
    .limit(ROWS_PER_STEP);
  for (let last: number | undefined = 0; last !== undefined; ) {
    const rows: Pick<LetterRow, 'id' | 'email' | 'since' | 'reply'>[] = await letters
      .where('id', '>', last)
      .execute();
    yield rows.map(({ id, email, since, reply }) => {
      return { letter: id, email, since: new Date(since).toISOString(), answer: reply ?? '' };
    });
    last = rows.at(ROWS_PER_STEP - 1)?.id;
  }
}
