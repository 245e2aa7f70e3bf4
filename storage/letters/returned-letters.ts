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

/** Letters that came back after the mail server had accepted them, as a mail provider reports (decision 063). */
export function createReturnedLetters(engine: Engine) {
  return {
    /**
     * Stores that canonical addresses, and all members with the same mailboxes, get no letters any more. Unknown ones are
     * forgotten. The audit gets the first report of each hour only, so that a stolen key cannot fill it.
     */
    async report(letters: readonly ReturnedLetter[], author: Author): Promise<void> {
      const hashes = await addressHashesOf(engine);
      await engine.transaction(async (db) => {
        for (const letter of letters) await store(db, hashes, letter, author.at);
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
  { hashAddress, hashMailbox }: AddressHashes,
  { email, result }: ReturnedLetter,
  at: number,
): Promise<void> {
  const isListed = (await readPeople(db, [email])).length > 0;
  const lefts = db.selectFrom('stopped').where('reason', '=', suppressionReasons.left);
  const ofAddress = lefts.select('mailing').where('subject', '=', hashAddress(email));
  /** Of an address that has left the waitlist: the mailing whose letter it got last. */
  const left = await ofAddress.executeTakeFirst();
  const members = await membersOf(db, [hashMailbox(email)]);
  const known = new Set(members.map((member) => member.email));
  if (isListed || left) known.add(email);
  let isNew = false;
  for (const one of known) {
    const isWaiting = sql`mailing IS NULL AND state = ${codesOf('waiting')}`;
    await deleteRows(db, 'letter', sql`email = ${one} AND ${isWaiting}`);
    const row = { subject: hashAddress(one), reason: suppressionReasons[result], at };
    // The first report stays: `undo` must not forget an address that was also reported before.
    const stopped = db
      .insertInto('stopped')
      .values(row)
      .onConflict((found) => found.doNothing());
    const { numInsertedOrUpdatedRows = 0n } = await stopped.executeTakeFirst();
    if (one === email) isNew = numInsertedOrUpdatedRows > 0n;
  }
  // Many press "report spam and unsubscribe". Then the letter has no address any more, and is not marked.
  const ofLeft = isNew && result === 'complained' ? left?.mailing : undefined;
  const id = isListed ? await markLetter(db, email, result, at) : ofLeft;
  // Neither for a person without a letter of a mailing, nor for a repeated report.
  if (typeof id !== 'number') return;
  const mailings = db.selectFrom('mailing').selectAll().where('id', '=', id);
  const mailing = await mailings.executeTakeFirst();
  if (mailing) await count(db, mailing, { [result]: mailing[result] + 1 });
}

/** Marks the newest accepted letter of a mailing to an address. @returns its mailing, unless this was reported before */
async function markLetter(
  db: Kysely<Database>,
  email: string,
  result: ReturnResult,
  at: number,
): Promise<number | null> {
  const letters = db.selectFrom('letter').select(['id', 'mailing', 'returned']);
  const ofMailings = letters.where('email', '=', email).where('mailing', 'is not', null);
  const accepted = ofMailings.where('state', '=', codeOf('accepted'));
  const newest = await accepted.orderBy('id', 'desc').executeTakeFirst();
  // A complaint follows a bounce in `returnResults`, and replaces it; a bounce does not replace a complaint.
  const returned = returnResults.indexOf(result);
  if (!newest || (newest.returned ?? -1) >= returned) return null;
  const marked = db.updateTable('letter').set({ returned, returned_at: at });
  await marked.where('id', '=', newest.id).execute();
  return newest.mailing;
}
