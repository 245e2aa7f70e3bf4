import { type Kysely, sql } from 'kysely';
import { returnResults, type SendingWait } from '../../contract/mail.ts';
import { type LetterState, letterStates, mailingKinds } from '../../contract/mailings.ts';
import type { Phone } from '../../contract/phones.ts';
import type { Mailing as Presented, Recipient } from '../../contract/schemas/mailings.ts';
import type { MailingRow } from '../letters/found-letter.ts';
import { codeOf } from '../letters/letter.ts';
import { readWait } from '../letters/sending-wait.ts';
import { phoneOfCode } from '../people/phones.ts';
import type { Database } from '../schema.ts';

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
  return (await readMailings(db, 1, id))[0];
}

/** @param id only this one. @returns the newest first */
export async function readMailings(
  db: Kysely<Database>,
  most: number,
  id?: number,
): Promise<Mailing[]> {
  const newest = db.selectFrom('mailing').selectAll().orderBy('id', 'desc').limit(most);
  const rows = await (id === undefined ? newest : newest.where('id', '=', id)).execute();
  if (rows.length === 0) return [];
  const wait = (await readWait(db)) ?? null;
  const ids = rows.map(({ id }) => id);
  const counts = Map.groupBy(await countLetters(db, ids), ({ mailing }) => mailing);
  return rows.map((row) => asMailing(row, counts.get(row.id) ?? [], wait));
}

type Counts = Awaited<ReturnType<typeof countLetters>>;

/** Counts the letters of each mailing by their state and whether they came back. */
function countLetters(db: Kysely<Database>, mailings: readonly number[]) {
  const letters = db.selectFrom('letter').where('mailing', 'in', mailings);
  return letters
    .groupBy(['mailing', 'state', 'returned'])
    .select(['mailing', 'state', 'returned'])
    .select(({ fn }) => [fn.countAll<number>().as('letters'), fn.max('since').as('last_at')])
    .execute();
}

const ANSWERED = (['accepted', 'refused', 'uncertain'] as const).map(codeOf);

function asMailing(row: MailingRow, counts: Counts, wait: SendingWait | null): Mailing {
  const { id, at, who, kind, people, wave, subject, words } = row;
  const isRunning = row.ended_at === null && row.paused_why === null;
  const answered = counts.filter(({ state }) => ANSWERED.includes(state));
  const times = answered.map(({ last_at }) => Number(last_at));
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
    lastAt: times.length > 0 ? Math.max(...times) : null,
    letters: sumsOf(letterStates, (code) => counts.filter(({ state }) => state === code)),
    returned: sumsOf(returnResults, (code) => counts.filter(({ returned }) => returned === code)),
  };
}

/** @param countsOf the counts of a name, by its number in the table */
function sumsOf<Name extends string>(
  names: readonly Name[],
  countsOf: (code: number) => Counts,
): Record<Name, number> {
  const sumOf = (code: number) =>
    countsOf(code).reduce((sum, { letters }) => sum + Number(letters), 0);
  return Object.fromEntries(names.map((name, code) => [name, sumOf(code)])) as Record<Name, number>;
}

/** @returns a sentence for each mailing that does not have as many letters as recipients were chosen */
export async function wrongMailings(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ id: number; people: number; letters: number }>`
    SELECT * FROM (SELECT id, people,
      (SELECT count(*) FROM letter WHERE letter.mailing = mailing.id) AS letters FROM mailing) AS counted
    WHERE people <> letters ORDER BY id`.execute(db);
  return rows.map(
    ({ id, people, letters }) => `Mailing ${id} has ${letters} letters, but should have ${people}.`,
  );
}

/** Few, so that no read is long. */
const LETTERS_PER_READ = 500;

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
    .limit(LETTERS_PER_READ);
  for (let last = 0; ; ) {
    const rows = await letters.where('id', '>', last).execute();
    yield rows.map(({ id, email, since, reply }) => {
      return { letter: id, email, since: new Date(since).toISOString(), answer: reply ?? '' };
    });
    if (rows.length < LETTERS_PER_READ) return;
    last = rows.at(-1)?.id ?? last;
  }
}
