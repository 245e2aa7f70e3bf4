import type { Kysely } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type { Phone } from '../../contract/phones.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';
import { type AddressHashes, addressHashesOf } from '../letters/address-hashes.ts';
import { isStarted } from '../letters/launches.ts';
import { suppressionReasons } from '../letters/suppressions.ts';
import { codeOfPhone } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { inSteps, type Watch } from '../steps.ts';
import { hasAny } from '../tables.ts';
import { addMembers } from './members.ts';

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
  /** Of a person who has confirmed: the version of the words to which the person agreed. */
  consent?: string | undefined;
}

/** What an import does with people, by their number. */
export interface ImportedPeople {
  added: number;
  /** How many of the people who are added have confirmed. */
  confirmed: number;
  /** How many are on the waitlist already. */
  known: number;
  /** How many have left the waitlist, or were erased. */
  departed: number;
}

/** Few, so that other writes do not wait long for a step. */
const PEOPLE_PER_STEP = 200;

/**
 * Counts what an import would do with the people of a file, each of whom is in it once. Changes nothing.
 *
 * @throws StorageRefusal if a deletion after the launch was started
 */
export async function sortPeople(
  { reports }: Engine,
  hashes: AddressHashes,
  people: readonly ListedPerson[],
): Promise<ImportedPeople> {
  await refuseAfterStart(reports);
  const sum = { added: 0, confirmed: 0, known: 0, departed: 0 };
  for await (const step of inSteps(people, PEOPLE_PER_STEP)) {
    const staying = await withoutDeparted(reports, hashes, step);
    sum.departed += step.length - staying.length;
    if (staying.length === 0) continue;
    const emails = staying.map(({ email }) => email);
    const listed = reports.selectFrom('waitlist').select('email').where('email', 'in', emails);
    const known = new Set((await listed.execute()).map(({ email }) => email));
    const added = staying.filter(({ email }) => !known.has(email));
    sum.added += added.length;
    sum.confirmed += added.filter(({ confirmedAt }) => confirmedAt !== undefined).length;
    sum.known += known.size;
  }
  return sum;
}

/** The deletion that an admin has started would also delete imported people, if their file says that they joined earlier. */
async function refuseAfterStart(db: Kysely<Database>): Promise<void> {
  if (!(await hasAny(db, 'launch', isStarted))) return;
  throw new StorageRefusal(
    'People cannot be imported any more, because the deletion after the launch is started. Until the first address is deleted, "./site launch stop" stops it.',
  );
}

/**
 * Adds people who are new to the waitlist, with the times of the file. Those who have confirmed follow the members in the
 * order given. Who has left or was erased is not added. No person gets a letter: see `storage.launch.askUnconfirmed`.
 *
 * @param people each once
 * @returns how many people were added
 * @throws StorageRefusal as `sortPeople`; the reason of `watch.stop`
 */
export async function importPeople(
  engine: Engine,
  people: readonly ListedPerson[],
  author: Author,
  watch?: Watch,
): Promise<number> {
  const hashes = await addressHashesOf(engine);
  await refuseAfterStart(engine.db);
  await engine.transaction((db) =>
    recordAct(db, author, 'import-people', `${people.length} people`),
  );
  let added = 0;
  let done = 0;
  for await (const step of inSteps(people, PEOPLE_PER_STEP)) {
    added += await engine.transaction((db) => storeStep(db, hashes, step));
    done += step.length;
    watch?.tell(done, people.length);
    if (watch?.stop.aborted) break;
  }
  watch?.stop.throwIfAborted();
  return added;
}

async function storeStep(
  db: Kysely<Database>,
  hashes: AddressHashes,
  people: readonly ListedPerson[],
): Promise<number> {
  const staying = await withoutDeparted(db, hashes, people);
  if (staying.length === 0) return 0;
  const rows = staying.map(({ email, joinedAt: joined_at, confirmedAt }) => ({
    email,
    joined_at,
    // 0: the person has never used the form of this site.
    requests: confirmedAt === undefined ? 0 : 1,
  }));
  const stored = await db
    .insertInto('waitlist')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .execute();
  const added = new Set(stored.map(({ email }) => email));
  await refuseAfterStart(db);
  const confirmed = staying.flatMap(
    ({ email, confirmedAt: confirmed_at, phone, consent = null }) =>
      added.has(email) && confirmed_at !== undefined
        ? [{ email, confirmed_at, phone: codeOfPhone(phone), consent }]
        : [],
  );
  await addMembers(
    db,
    confirmed.map((one) => ({ ...one, mailbox: hashes.hashMailbox(one.email) })),
  );
  return added.size;
}

/** @returns those who have neither left the waitlist nor were erased */
async function withoutDeparted(
  db: Kysely<Database>,
  { hashAddress }: AddressHashes,
  people: readonly ListedPerson[],
): Promise<ListedPerson[]> {
  const hashes = people.map(({ email }) => hashAddress(email));
  const erased = db.selectFrom('erasure').select('subject').where('subject', 'in', hashes);
  const stopped = db.selectFrom('stopped').select('subject').where('subject', 'in', hashes);
  const left = stopped.where('reason', '=', suppressionReasons.left);
  const gone = [...(await erased.execute()), ...(await left.execute())];
  const departed = new Set(gone.map(({ subject }) => subject.toHex()));
  return people.filter((_, n) => !departed.has(hashes[n]?.toString('hex') ?? ''));
}
