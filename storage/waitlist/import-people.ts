import type { Kysely } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type { Phone } from '../../contract/phones.ts';
import { recordAct } from '../audit.ts';
import { type Engine, inKeyOrder } from '../engine.ts';
import { suppressionReasons } from '../erasures.ts';
import { StorageRefusal } from '../errors.ts';
import { type Subjects, subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { addMember } from './members.ts';
import { codeOfPhone } from './phones.ts';

/** A person from a list that was kept elsewhere. */
export interface ListedPerson {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** In milliseconds since 1970 UTC. */
  joinedAt: number;
  /** Undefined for a person who has not confirmed. */
  confirmedAt: number | undefined;
  /** Of a person who has confirmed. */
  phone?: Phone | undefined;
}

/** What an import does with people: only the new ones are added. */
export interface ImportedPeople {
  added: ListedPerson[];
  /** How many are on the waitlist already. */
  known: number;
  /** How many have left the waitlist, or were erased. */
  departed: number;
}

/**
 * Sorts the people of a file, each of whom is in it once, by what an import would do with them. Changes nothing.
 *
 * @param people few enough for one statement
 * @throws StorageRefusal if a deletion after the launch was started
 */
export async function sortPeople(
  db: Kysely<Database>,
  { hashAddress }: Subjects,
  people: readonly ListedPerson[],
): Promise<ImportedPeople> {
  await refuseAfterStart(db);
  const emails = people.map(({ email }) => email);
  const hashes = emails.map(hashAddress);
  const subjects = new Map(hashes.map((hash, n) => [hash.toString('hex'), emails[n]]));
  const listed = db.selectFrom('waitlist').select('email').where('email', 'in', emails);
  const erased = db.selectFrom('erasure').select('subject').where('subject', 'in', hashes);
  const left = db
    .selectFrom('stopped')
    .select('subject')
    .where('subject', 'in', hashes)
    .where('reason', '=', suppressionReasons.left);
  const known = new Set((await listed.execute()).map(({ email }) => email));
  const gone = [...(await erased.execute()), ...(await left.execute())];
  const departed = new Set(gone.map(({ subject }) => subjects.get(subject.toHex())));
  const added = people.filter(({ email }) => !known.has(email) && !departed.has(email));
  return {
    added,
    known: known.size,
    departed: people.length - added.length - known.size,
  };
}

/** Otherwise people could be deleted who have joined before the launch, but whose number no admin has seen. */
async function refuseAfterStart(db: Kysely<Database>): Promise<void> {
  if (!(await hasAny(db, 'deletion_clock'))) return;
  throw new StorageRefusal(
    'People cannot be imported any more, because the deletion after the launch is started. Until the first address is deleted, "./site launch stop" stops it.',
  );
}

/**
 * Adds people who are new to the waitlist, as `sortPeople` says, with the times of the file. Those who have confirmed
 * follow the members in the order given. Nobody gets a letter: see `Mail.askEarlier`.
 *
 * @throws StorageRefusal as `sortPeople`
 */
export async function importPeople(
  engine: Engine,
  people: readonly ListedPerson[],
  author: Author,
): Promise<ImportedPeople> {
  const subjects = await subjectsOf(engine);
  return await engine.transaction(async (db) => {
    const sorted = await sortPeople(db, subjects, people);
    const rows = sorted.added.map(({ email, joinedAt: joined_at, confirmedAt }) => ({
      ...{ email, joined_at },
      // 0: the person has never used the form of this site.
      requests: confirmedAt === undefined ? 0 : 1,
    }));
    if (rows.length === 0) return sorted;
    const stored = await db
      .insertInto('waitlist')
      .values(inKeyOrder(rows, ({ email }) => email))
      .onConflict((conflict) => conflict.doNothing())
      .returning('email')
      .execute();
    // `Launch.start` locks it, too. Otherwise it could count the addresses before these are committed.
    const newest = db.selectFrom('mailing').select('id').orderBy('id', 'desc').limit(1);
    await newest.forUpdate().execute();
    await refuseAfterStart(db);
    // Somebody may have signed up meanwhile.
    const isStored = new Set(stored.map(({ email }) => email));
    const added = sorted.added.filter(({ email }) => isStored.has(email));
    for (const { email, confirmedAt: confirmed_at, phone } of added) {
      if (confirmed_at === undefined) continue;
      const mailbox = subjects.hashMailbox(email);
      await addMember(
        db,
        { email, mailbox, rank: 0, confirmed_at, phone: codeOfPhone(phone) },
        undefined,
      );
    }
    await recordAct(db, author, 'import-people', `${added.length} people`);
    return { ...sorted, added, known: sorted.known + rows.length - added.length };
  });
}
