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

/** Of a mailing, if the letter has one: one result more or less. */
interface Change {
  mailing: number | null;
  result: ReturnResult;
  by: 1 | -1;
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

    /** Forgets all that was reported since a time. */
    undo: (since: number, author: Author): Promise<Undone> =>
      engine.transaction(async (db) => {
        await recordAct(db, author, 'undo-returned', new Date(since).toISOString());
        const letters = db.selectFrom('letter').select(['mailing', 'returned']);
        const marked = await letters.where('returned_at', '>=', since).execute();
        const unmarked = db.updateTable('letter').set({ returned: null, returned_at: null });
        await unmarked.where('returned_at', '>=', since).execute();
        await countChanges(
          db,
          marked.map((one) => ({ mailing: one.mailing, result: resultOf(one), by: -1 })),
        );
        const isSince = sql<boolean>`reason IN (${sql.join(returnedReasons)}) AND at >= ${since}`;
        return { addresses: await deleteRows(db, 'stopped', isSince), letters: marked.length };
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
  const people = await readPeople(db, emails);
  const listed = new Set(people.map(({ email }) => email));
  const left = await readLeft(db, emails.map(subjects.hashAddress));
  const isKnown = (email: string) =>
    listed.has(email) || left.has(subjects.hashAddress(email).toHex());
  const known = new Map([
    ...(await readAlike(db, results, subjects)),
    ...Array.from(results).filter(([email]) => isKnown(email)),
  ]);
  if (known.size === 0) return;
  const isWaiting = sql`mailing IS NULL AND state = ${codesOf('waiting')}`;
  await deleteRows(db, 'letter', sql`email IN (${sql.join([...known.keys()])}) AND ${isWaiting}`);
  const rows = Array.from(known, ([email, result]) => ({
    ...{ subject: subjects.hashAddress(email), reason: suppressionReasons[result], at },
  }));
  // The first report stays: `undo` must not forget an address that was also reported before.
  const stopped = db.insertInto('stopped').values(rows);
  const added = stopped.onConflict((conflict) => conflict.doNothing()).returningAll();
  const complaints = (await added.execute()).filter(
    ({ reason }) => reason === suppressionReasons.complained,
  );
  await countChanges(db, [
    ...(await markLetters(db, [...listed], results, at)),
    // Many press "report spam and unsubscribe". Then the letter has no address any more, and is not marked.
    ...complaints.map(({ subject }): Change => {
      return { mailing: left.get(subject.toHex()) ?? null, result: 'complained', by: 1 };
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
): Promise<[string, ReturnResult][]> {
  const byMailbox = new Map(
    Array.from(results, ([email, result]) => [hashMailbox(email).toHex(), result]),
  );
  const members = await membersOf(db, [...results.keys()].map(hashMailbox));
  return members.map(({ email, mailbox }) => [email, byMailbox.get(mailbox.toHex()) ?? 'bounced']);
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
): Promise<Change[]> {
  if (emails.length === 0) return [];
  const letters = db.selectFrom('letter').select(['id', 'email', 'mailing', 'returned']);
  const ofMailings = letters.where('email', 'in', emails).where('mailing', 'is not', null);
  const accepted = ofMailings.where('state', '=', codeOf('accepted'));
  const newest = new Map((await accepted.orderBy('id').execute()).map((one) => [one.email, one]));
  const changes: Change[] = [];
  for (const letter of newest.values()) {
    const result = results.get(letter.email) ?? 'bounced';
    const before = letter.returned === null ? undefined : resultOf(letter);
    if (before === 'complained' || before === result) continue;
    const marked = { returned: returnResults.indexOf(result), returned_at: at };
    await db.updateTable('letter').set(marked).where('id', '=', letter.id).execute();
    const { mailing } = letter;
    if (before) changes.push({ mailing, result: before, by: -1 });
    changes.push({ mailing, result, by: 1 });
  }
  return changes;
}

/** Changes what the gates of mailings count. */
async function countChanges(db: Kysely<Database>, changes: readonly Change[]): Promise<void> {
  for (const [id, its] of Map.groupBy(changes, ({ mailing }) => mailing)) {
    const mailings = db.selectFrom('mailing').selectAll().where('id', '=', id);
    const mailing = await mailings.executeTakeFirst();
    if (!mailing) continue;
    // After a resume the counts may have begun later than these letters.
    const sumOf = (result: ReturnResult) =>
      Math.max(
        0,
        its.reduce((sum, one) => sum + (one.result === result ? one.by : 0), mailing[result]),
      );
    await count(db, mailing, { bounced: sumOf('bounced'), complained: sumOf('complained') });
  }
}

function resultOf({ returned }: { returned: number | null }): ReturnResult {
  return returnResults[returned ?? 0] ?? 'bounced';
}
