import { type Kysely, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type ReturnResult, returnResults } from '../../contract/mail.ts';
import { recordAct, recordOnce } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { membersOf, readPeople } from '../people/person-states.ts';
import type { Database } from '../schema.ts';
import { deleteRows } from '../tables.ts';
import { count } from './gates.ts';
import { codeOf, codesOf } from './letter.ts';
import { type Subjects, subjectsOf } from './subjects.ts';
import { returnedReasons, suppressionReasons } from './suppressions.ts';

/** A letter that came back, by the canonical address. */
export interface ReturnedLetter {
  email: string;
  result: ReturnResult;
}

/** How much `undo` has forgotten. */
export interface Undone {
  addresses: number;
  letters: number;
}

/** One result of a letter of a mailing. */
interface Counted {
  mailing: number | null;
  result: ReturnResult;
}

/** Letters that came back after the mail server had accepted them, as a provider has told the operator (decision 063). */
export function createReturnedLetters(engine: Engine) {
  return {
    /**
     * Stores that some addresses, and all members with the same mailboxes, get no letters any more. Unknown addresses are
     * forgotten. The audit gets the first report of each hour only, so that a stolen key cannot fill it.
     */
    async report(letters: readonly ReturnedLetter[], author: Author): Promise<void> {
      const subjects = await subjectsOf(engine);
      const results = new Map(letters.map(({ email, result }) => [email, result]));
      for (const { email, result } of letters)
        if (result === 'complained') results.set(email, result);
      await engine.transaction(async (db) => {
        await store(db, results, subjects, author.at);
        await recordOnce(db, author, 'report-returned', author.at - (author.at % HOUR_MS));
      });
    },

    /** Forgets all that was reported since a time, but for the counts of gates, which begin again with a resume. */
    undo: (since: number, author: Author): Promise<Undone> =>
      engine.transaction(async (db) => {
        await recordAct(db, author, 'undo-returned', new Date(since).toISOString());
        const unmarked = db.updateTable('letter').set({ returned: null, returned_at: null });
        const { numUpdatedRows } = await unmarked
          .where('returned_at', '>=', since)
          .executeTakeFirstOrThrow();
        const isSince = sql<boolean>`reason IN (${sql.join(returnedReasons)}) AND at >= ${since}`;
        return {
          addresses: await deleteRows(db, 'stopped', isSince),
          letters: Number(numUpdatedRows),
        };
      }),
  };
}

async function store(
  db: Transaction<Database>,
  results: ReadonlyMap<string, ReturnResult>,
  subjects: Subjects,
  at: number,
): Promise<void> {
  const emails = [...results.keys()];
  const listed = (await readPeople(db, emails)).map(({ email }) => email);
  const left = await readLeft(db, emails.map(subjects.hashAddress));
  const known = await readAlike(db, results, subjects);
  for (const [email, result] of results)
    if (listed.includes(email) || left.has(subjects.hashAddress(email).toHex()))
      known.set(email, result);
  if (known.size === 0) return;
  const isWaiting = sql`mailing IS NULL AND state = ${codesOf('waiting')}`;
  await deleteRows(db, 'letter', sql`email IN (${sql.join([...known.keys()])}) AND ${isWaiting}`);
  const rows = Array.from(known, ([email, result]) => ({
    subject: subjects.hashAddress(email),
    reason: suppressionReasons[result],
    at,
  }));
  // The first report stays: `undo` must not forget an address that was also reported before.
  const stopped = db.insertInto('stopped').values(rows);
  const added = await stopped
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  const complaints = added.filter(({ reason }) => reason === suppressionReasons.complained);
  await countReturned(db, [
    ...(await markLetters(db, listed, results, at)),
    // Many press "report spam and unsubscribe". Then the letter has no address any more, and is not marked.
    ...complaints.map(({ subject }): Counted => {
      return { mailing: left.get(subject.toHex()) ?? null, result: 'complained' };
    }),
  ]);
}

/** @returns for the hash of each address that has left the waitlist: the mailing whose letter it got last, or null */
async function readLeft(
  db: Kysely<Database>,
  subjects: readonly Uint8Array[],
): Promise<Map<string, number | null>> {
  const stopped = db.selectFrom('stopped').select(['subject', 'mailing']);
  const left = stopped.where('reason', '=', suppressionReasons.left);
  const rows = await left.where('subject', 'in', subjects).execute();
  return new Map(rows.map(({ subject, mailing }) => [subject.toHex(), mailing]));
}

/** @returns the members who have the mailboxes of the reported addresses, with the results of these */
async function readAlike(
  db: Kysely<Database>,
  results: ReadonlyMap<string, ReturnResult>,
  { hashMailbox }: Subjects,
): Promise<Map<string, ReturnResult>> {
  const byMailbox = new Map(
    Array.from(results, ([email, result]) => [hashMailbox(email).toHex(), result]),
  );
  const members = await membersOf(db, [...results.keys()].map(hashMailbox));
  return new Map(
    members.map(({ email, mailbox }) => [email, byMailbox.get(mailbox.toHex()) ?? 'bounced']),
  );
}

/**
 * Marks the newest accepted letter of a mailing to each address. A complaint replaces a bounce; other repeated reports
 * change nothing.
 */
async function markLetters(
  db: Kysely<Database>,
  emails: readonly string[],
  results: ReadonlyMap<string, ReturnResult>,
  at: number,
): Promise<Counted[]> {
  if (emails.length === 0) return [];
  const letters = db.selectFrom('letter').select(['id', 'email', 'mailing', 'returned']);
  const ofMailings = letters.where('email', 'in', emails).where('mailing', 'is not', null);
  const accepted = ofMailings.where('state', '=', codeOf('accepted'));
  const newest = new Map((await accepted.orderBy('id').execute()).map((one) => [one.email, one]));
  const counted: Counted[] = [];
  for (const { id, email, mailing, returned } of newest.values()) {
    const result = results.get(email) ?? 'bounced';
    // A complaint follows a bounce in `returnResults`, and replaces it; a bounce does not replace a complaint.
    const code = returnResults.indexOf(result);
    if (returned !== null && returned >= code) continue;
    const marked = { returned: code, returned_at: at };
    await db.updateTable('letter').set(marked).where('id', '=', id).execute();
    counted.push({ mailing, result });
  }
  return counted;
}

/** Adds to what the gates of mailings count. */
async function countReturned(db: Kysely<Database>, counted: readonly Counted[]): Promise<void> {
  for (const [id, its] of Map.groupBy(counted, ({ mailing }) => mailing)) {
    const mailings = db.selectFrom('mailing').selectAll().where('id', '=', id);
    const mailing = await mailings.executeTakeFirst();
    if (!mailing) continue;
    const sumOf = (name: ReturnResult) =>
      mailing[name] + its.filter(({ result }) => result === name).length;
    await count(db, mailing, { bounced: sumOf('bounced'), complained: sumOf('complained') });
  }
}
