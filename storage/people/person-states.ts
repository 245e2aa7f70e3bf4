import { type Kysely, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { type PersonState, personStates } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { type Database, isStorable } from '../schema.ts';
import { codeOfState, NOT_WAITING, rankBy, waits } from './positions.ts';

/** A person who uses the app, by the canonical address. */
export interface Arrived {
  email: string;
  at: number;
}

export interface Person {
  email: string;
  state: number;
  wave: number | null;
}

/** @returns those of the people who are on the waitlist */
export async function readPeople(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<Person[]> {
  const storable = emails.filter(isStorable);
  if (storable.length === 0) return [];
  const people = db.selectFrom('waitlist').select(['email', 'state', 'wave']);
  return await people.where('email', 'in', storable).execute();
}

/** In a rule: the members who have one of the mailboxes. */
export async function membersOf(db: Kysely<Database>, mailboxes: readonly Uint8Array[]) {
  const members = db.selectFrom('member').select(['email', 'mailbox']);
  return await members.where('mailbox', 'in', mailboxes).execute();
}

/** In a rule: gives people a state. People who are set back to waiting get back their position. */
export async function movePeople(
  db: Kysely<Database>,
  emails: readonly string[],
  change: { state: PersonState; at: number; wave?: number | null },
): Promise<void> {
  if (emails.length === 0) return;
  const { at, wave } = change;
  const state = codeOfState(change.state);
  const began = {
    state,
    state_at: change.state === 'waiting' ? null : at,
    ...(wave !== undefined && { wave }),
  };
  await db.updateTable('waitlist').set(began).where('email', 'in', emails).execute();
  if (change.state !== 'reserved') await setRanks(db, emails, waits(state));
}

async function setRanks(
  db: Kysely<Database>,
  emails: readonly string[],
  isWaiting: boolean,
): Promise<void> {
  const rank = isWaiting ? rankBy(sql.ref('friends')) : NOT_WAITING;
  await db.updateTable('member').set({ rank }).where('email', 'in', emails).execute();
}

/** How far people have come, one by one: see `createWaves` for those who are let in together. */
export function createPersonStates(engine: Engine) {
  return {
    /** Stores that people use the app. Nothing is stored of people who are not on the waitlist. */
    arrive: (people: readonly Arrived[], at: number): Promise<void> =>
      engine.transaction((db) => storeArrivals(db, people, at)),

    /** When the app last reported who uses it; undefined if it never did. */
    async reportedAt(): Promise<number | undefined> {
      const row = await engine.db.selectFrom('arrival_report').select('at').executeTakeFirst();
      return row?.at;
    },

    /**
     * Sets a person back to waiting, at the previous position.
     *
     * @returns the previous state; undefined if the address is not on the waitlist
     */
    back: (email: string, author: Author): Promise<PersonState | undefined> =>
      engine.transaction(async (db) => {
        const [person] = await readPeople(db, [email]);
        const state = person && (personStates[person.state] ?? 'waiting');
        if (person && state !== 'waiting') {
          if (person.wave) await countBack(db, person.wave, 1);
          await movePeople(db, [email], { state: 'waiting', at: author.at, wave: null });
        }
        await recordAct(db, author, 'move-back', state ? `who was ${state}` : 'who is not listed');
        return state;
      }),
  };
}

async function storeArrivals(
  db: Transaction<Database>,
  people: readonly Arrived[],
  at: number,
): Promise<void> {
  const times = new Map(people.map(({ email, at }) => [email, at]));
  const found = await readPeople(db, [...times.keys()]);
  const arrived = found.filter(({ state }) => state !== codeOfState('in'));
  const byTime = Map.groupBy(arrived, ({ email }) => times.get(email) ?? at);
  for (const [time, some] of byTime) {
    const emails = some.map(({ email }) => email);
    await movePeople(db, emails, { state: 'in', at: time });
  }
  await sql`
    INSERT INTO arrival_report (id, at) VALUES (1, ${at})
    ON CONFLICT (id) DO UPDATE SET at = excluded.at`.execute(db);
}

/** Counts people of a wave who were set back to waiting. */
export async function countBack(db: Kysely<Database>, id: number, people: number): Promise<void> {
  const waves = db.updateTable('wave').where('id', '=', id);
  await waves.set(({ eb }) => ({ back: eb('back', '+', people) })).execute();
}

/** In a rule: sets those of the people who are reserved for the wave back to waiting. */
export async function setReservedBack(
  db: Kysely<Database>,
  wave: number | null,
  people: readonly Person[],
  at: number,
): Promise<void> {
  const isReserved = (person: Person) =>
    person.wave === wave && person.state === codeOfState('reserved');
  const emails = people.filter(isReserved).map(({ email }) => email);
  if (wave === null || emails.length === 0) return;
  await countBack(db, wave, emails.length);
  await movePeople(db, emails, { state: 'waiting', at, wave: null });
}
