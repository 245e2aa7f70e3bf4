import { type Kysely, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type ReturnResult, returnResults } from '../../contract/mail.ts';
import type { ReturnedLetter } from '../../contract/schemas/returned-letters.ts';
import { recordAct, recordOnce } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { membersOf, readPeople } from '../people/person-states.ts';
import type { Database } from '../schema.ts';
import { deleteRows } from '../tables.ts';
import { type AddressHashes, addressHashesOf } from './address-hashes.ts';
import { count } from './gates.ts';
import { codeOf, codesOf } from './letter.ts';
import { returnedReasons, suppressionReasons } from './suppressions.ts';

/** Letters that came back after the mail server had accepted them, as a provider has told the operator (decision 063). */
export function createReturnedLetters(engine: Engine) {
  return {
    /**
     * Stores that some canonical addresses, and all members with the same mailboxes, get no letters any more. Unknown addresses are
     * forgotten. The audit gets the first report of each hour only, so that a stolen key cannot fill it.
     */
    async report(letters: readonly ReturnedLetter[], author: Author): Promise<void> {
      const hashes = await addressHashesOf(engine);
      const results = new Map(letters.map(({ email, result }) => [email, result]));
      for (const { email, result } of letters)
        if (result === 'complained') results.set(email, result);
      await engine.transaction(async (db) => {
        await store(db, results, hashes, author.at);
        await recordOnce(db, author, 'report-returned', author.at - (author.at % HOUR_MS));
      });
    },

    /**
     * Forgets all that was reported since a time, but for the counts of gates, which begin again with a resume.
     *
     * @returns how many addresses and letters
     */
    undo: (since: number, author: Author): Promise<{ addresses: number; letters: number }> =>
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
  hashes: AddressHashes,
  at: number,
): Promise<void> {
  const emails = [...results.keys()];
  const listed = (await readPeople(db, emails)).map(({ email }) => email);
  const left = await readLeft(db, emails.map(hashes.hashAddress));
  const known = await readAlike(db, results, hashes);
  for (const [email, result] of results)
    if (listed.includes(email) || left.has(hashes.hashAddress(email).toHex()))
      known.set(email, result);
  if (known.size === 0) return;
  const isWaiting = sql`mailing IS NULL AND state = ${codesOf('waiting')}`;
  await deleteRows(db, 'letter', sql`email IN (${sql.join([...known.keys()])}) AND ${isWaiting}`);
  const rows = Array.from(known, ([email, result]) => ({
    subject: hashes.hashAddress(email),
    reason: suppressionReasons[result],
    at,
  }));
  // The first report stays: `undo` must not forget an address that was also reported before.
  const stopped = db.insertInto('stopped').values(rows);
  const added = await stopped
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  for (const email of listed) await markLetter(db, email, results.get(email) ?? 'bounced', at);
  // Many press "report spam and unsubscribe". Then the letter has no address any more, and is not marked.
  for (const { subject, reason } of added)
    if (reason === suppressionReasons.complained)
      await countReturned(db, left.get(subject.toHex()) ?? null, 'complained');
}

/** @returns for the hash of each address that has left the waitlist: the mailing whose letter it got last, or null */
async function readLeft(
  db: Kysely<Database>,
  hashes: readonly Uint8Array[],
): Promise<Map<string, number | null>> {
  const stopped = db.selectFrom('stopped').select(['subject', 'mailing']);
  const left = stopped.where('reason', '=', suppressionReasons.left);
  const rows = await left.where('subject', 'in', hashes).execute();
  return new Map(rows.map(({ subject, mailing }) => [subject.toHex(), mailing]));
}

/** @returns the members who have the mailboxes of the reported addresses, with the results of these */
async function readAlike(
  db: Kysely<Database>,
  results: ReadonlyMap<string, ReturnResult>,
  { hashMailbox }: AddressHashes,
): Promise<Map<string, ReturnResult>> {
  const byMailbox = new Map(
    Array.from(results, ([email, result]) => [hashMailbox(email).toHex(), result]),
  );
  const members = await membersOf(db, [...results.keys()].map(hashMailbox));
  return new Map(
    members.map(({ email, mailbox }) => [email, byMailbox.get(mailbox.toHex()) ?? 'bounced']),
  );
}

/** Marks the newest accepted letter of a mailing to an address. Repeated reports change nothing. */
async function markLetter(
  db: Kysely<Database>,
  email: string,
  result: ReturnResult,
  at: number,
): Promise<void> {
  const letters = db.selectFrom('letter').select(['id', 'mailing', 'returned']);
  const ofMailings = letters.where('email', '=', email).where('mailing', 'is not', null);
  const accepted = ofMailings.where('state', '=', codeOf('accepted'));
  const newest = await accepted.orderBy('id', 'desc').executeTakeFirst();
  // A complaint follows a bounce in `returnResults`, and replaces it; a bounce does not replace a complaint.
  const returned = returnResults.indexOf(result);
  if (!newest || (newest.returned ?? -1) >= returned) return;
  const marked = db.updateTable('letter').set({ returned, returned_at: at });
  await marked.where('id', '=', newest.id).execute();
  await countReturned(db, newest.mailing, result);
}

/** Adds to what the gates of a mailing count. */
async function countReturned(
  db: Kysely<Database>,
  id: number | null,
  result: ReturnResult,
): Promise<void> {
  const mailings = db.selectFrom('mailing').selectAll().where('id', '=', id);
  const mailing = await mailings.executeTakeFirst();
  if (mailing) await count(db, mailing, { [result]: mailing[result] + 1 });
}
