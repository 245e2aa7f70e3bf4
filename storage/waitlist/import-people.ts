import { type Kysely, sql } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type { Phone } from '../../contract/phones.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';
import { isStarted } from '../letters/launches.ts';
import { type Subjects, subjectsOf } from '../letters/subjects.ts';
import { suppressionReasons } from '../letters/suppressions.ts';
import { codeOfPhone } from '../people/phones.ts';
import type { Database } from '../schema.ts';
import { inSteps, type Watch } from '../steps.ts';
import { hasAny } from '../tables.ts';
import { addMembers, confirmListed } from './members.ts';

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
  /** How many of those who are known get something that the file says of them. */
  completed: number;
  /** How many have left the waitlist, or were erased. */
  departed: number;
}

/** What the waitlist says of a person. */
interface Known {
  email: string;
  joined_at: number;
  requests: number;
  state: number;
  key: number | null;
  confirmed_at: number | null;
  phone: number | null;
  consent: string | null;
}

/** Few, because each person who is completed needs several statements. */
const PEOPLE_PER_STEP = 200;

/**
 * Counts what an import would do with the people of a file, each of whom is in it once. Changes nothing.
 *
 * @throws StorageRefusal if a deletion after the launch was started
 */
export async function sortPeople(
  { reports }: Engine,
  subjects: Subjects,
  people: readonly ListedPerson[],
): Promise<ImportedPeople> {
  await refuseAfterStart(reports);
  const sum = { added: 0, confirmed: 0, known: 0, completed: 0, departed: 0 };
  for await (const step of inSteps(people, PEOPLE_PER_STEP)) {
    const staying = await withoutDeparted(reports, subjects, step);
    const known = await readKnown(reports, staying);
    const added = staying.filter(({ email }) => !known.has(email));
    sum.added += added.length;
    sum.confirmed += added.filter(({ confirmedAt }) => confirmedAt !== undefined).length;
    sum.known += known.size;
    sum.completed += staying.filter((person) => saysMore(person, known.get(person.email))).length;
    sum.departed += step.length - staying.length;
  }
  return sum;
}

/** Otherwise people could be deleted who have joined before the launch, but whose number no admin has seen. */
async function refuseAfterStart(db: Kysely<Database>): Promise<void> {
  if (!(await hasAny(db, 'launch', isStarted))) return;
  throw new StorageRefusal(
    'People cannot be imported any more, because the deletion after the launch is started. Until the first address is deleted, "./site launch stop" stops it.',
  );
}

/**
 * Adds people who are new to the waitlist, with the times of the file, and completes what it says of those who are on it:
 * the earlier times, and a phone that is missing. Those who have confirmed follow the members in the order given. Who has
 * left or was erased is not added. No person gets a letter: see `storage.letters.askEarlier`.
 *
 * @param people each once
 * @throws StorageRefusal as `sortPeople`; the reason of `watch.stop`
 */
export async function importPeople(
  engine: Engine,
  people: readonly ListedPerson[],
  author: Author,
  watch?: Watch,
): Promise<Pick<ImportedPeople, 'added' | 'completed'>> {
  const subjects = await subjectsOf(engine);
  await refuseAfterStart(engine.db);
  await engine.transaction((db) =>
    recordAct(db, author, 'import-people', `${people.length} people`),
  );
  const sum = { added: 0, completed: 0 };
  let done = 0;
  for await (const step of inSteps(people, PEOPLE_PER_STEP)) {
    const stored = await engine.transaction((db) => storeStep(db, subjects, step, author.at));
    sum.added += stored.added;
    sum.completed += stored.completed;
    done += step.length;
    watch?.tell(done, people.length);
    if (watch?.stop.aborted) break;
  }
  watch?.stop.throwIfAborted();
  return sum;
}

async function storeStep(
  db: Kysely<Database>,
  subjects: Subjects,
  people: readonly ListedPerson[],
  at: number,
): Promise<{ added: number; completed: number }> {
  const staying = await withoutDeparted(db, subjects, people);
  if (staying.length === 0) return { added: 0, completed: 0 };
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
  const others = staying.filter(({ email }) => !added.has(email));
  const known = await readKnown(db, others);
  await refuseAfterStart(db);
  const confirmed = staying.flatMap(
    ({ email, confirmedAt: confirmed_at, phone, consent = null }) =>
      added.has(email) && confirmed_at !== undefined
        ? [{ email, confirmed_at, phone: codeOfPhone(phone), consent: consent ?? null }]
        : [],
  );
  await addMembers(
    db,
    confirmed.map((one) => ({ ...one, mailbox: subjects.hashMailbox(one.email) })),
  );
  let completed = 0;
  for (const person of others) {
    const before = known.get(person.email);
    if (!before || !saysMore(person, before)) continue;
    await complete(db, subjects, person, before, at);
    completed++;
  }
  return { added: added.size, completed };
}

/** @returns those who have neither left the waitlist nor were erased */
async function withoutDeparted(
  db: Kysely<Database>,
  { hashAddress }: Subjects,
  people: readonly ListedPerson[],
): Promise<ListedPerson[]> {
  const subjects = people.map(({ email }) => hashAddress(email));
  const erased = db.selectFrom('erasure').select('subject').where('subject', 'in', subjects);
  const stopped = db.selectFrom('stopped').select('subject').where('subject', 'in', subjects);
  const left = stopped.where('reason', '=', suppressionReasons.left);
  const gone = [...(await erased.execute()), ...(await left.execute())];
  const departed = new Set(gone.map(({ subject }) => subject.toHex()));
  return people.filter((_, n) => !departed.has(subjects[n]?.toString('hex') ?? ''));
}

async function readKnown(
  db: Kysely<Database>,
  people: readonly ListedPerson[],
): Promise<ReadonlyMap<string, Known>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<Known>`
    SELECT waitlist.email, joined_at, requests, state, key, confirmed_at, phone, consent
    FROM waitlist LEFT JOIN member ON member.email = waitlist.email
    WHERE waitlist.email IN (${sql.join(people.map(({ email }) => email))})`.execute(db);
  return new Map(rows.map((row) => [row.email, row]));
}

function saysMore(
  { joinedAt, confirmedAt, phone, consent }: ListedPerson,
  known: Known | undefined,
): boolean {
  if (!known) return false;
  if (joinedAt < known.joined_at) return true;
  if (confirmedAt === undefined) return false;
  const lacks = (phone && known.phone === null) || (consent && known.consent === null);
  return known.confirmed_at === null || confirmedAt < known.confirmed_at || Boolean(lacks);
}

async function complete(
  db: Kysely<Database>,
  subjects: Subjects,
  { email, joinedAt, confirmedAt, phone, consent }: ListedPerson,
  known: Known,
  at: number,
): Promise<void> {
  const joined_at = Math.min(joinedAt, known.joined_at);
  const requests = confirmedAt === undefined ? known.requests : Math.max(1, known.requests);
  const person = db.updateTable('waitlist').where('email', '=', email);
  await person.set({ joined_at, requests }).execute();
  if (confirmedAt === undefined) return;
  const values = { confirmed_at: confirmedAt, phone: codeOfPhone(phone), consent: consent ?? null };
  if (known.confirmed_at === null) {
    const mailbox = subjects.hashMailbox(email);
    return await confirmListed(db, { email, mailbox, state: known.state }, values, at);
  }
  const member = db.updateTable('member').where('email', '=', email);
  await member
    .set({
      confirmed_at: Math.min(confirmedAt, known.confirmed_at),
      phone: known.phone ?? values.phone,
      consent: known.consent ?? values.consent,
    })
    .execute();
}
