import { type Kysely, type RawBuilder, sql } from 'kysely';
import { mayGetLetters } from '../../contract/email-address.ts';
import type { Phone } from '../../contract/phones.ts';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import { hasPhone } from '../people/phones.ts';
import { isBehind, isWaiting, NOT_WAITING } from '../people/positions.ts';
import type { Database } from '../schema.ts';

/** A person who waits and has confirmed. */
interface Candidate {
  key: number;
  rank: number;
  email: string;
  mailbox: Uint8Array;
  /** The key of the member who invited the person. */
  via: number | null;
  /** 1 if this member, or one whom the person has invited, is invited or in. */
  knows: 0 | 1;
}

/** Few, because their keys are the parameters of a query, and so that no read is long. */
const PEOPLE_PER_READ = 1_000;
/** Also if fewer are needed, because the first ones by position may all be people who cannot be chosen. */
const LEAST_PER_READ = 200;
/** More than one, because the first ones may have an address that gets no letter. A person may have invited thousands. */
const FRIENDS_PER_PERSON = 10;

const IS_INSIDE = sql`friend.rank = ${sql.lit(NOT_WAITING)}`;
const columns = sql`member.key, member.rank, member.email, member.mailbox, member.via_member AS via,
  CASE WHEN EXISTS (SELECT 1 FROM member AS friend WHERE friend.key = member.via_member AND ${IS_INSIDE})
    OR member.friends > 0 AND EXISTS (
      SELECT 1 FROM member AS friend WHERE friend.via_member = member.key AND ${IS_INSIDE})
  THEN 1 ELSE 0 END AS knows`;
const waiting = (phone: Phone | undefined) => sql`JOIN waitlist ON waitlist.email = member.email
  WHERE member.rank < ${sql.lit(NOT_WAITING)} AND ${isWaiting} AND ${hasPhone(phone)}`;

/** @returns what only one of the chosen may have, such as the mailbox; undefined for a person who cannot be chosen */
export type Identify = (person: Candidate) => string | undefined;

export interface ChosenPeople {
  emails: string[];
  /**
   * How many of them will have a friend who is let in: the person who invited them, or one whom they have invited, is
   * invited, in, or chosen, too.
   */
  knowing: number;
}

/**
 * Chooses the next people, by their present positions. With friends, each chosen person without a friend who is let in
 * brings one friend who waits: the one with the best position who is not chosen yet (decision 071). A friend who is brought
 * brings no further friend, because the two know each other.
 */
export async function choosePeople(
  db: Kysely<Database>,
  { people, phone, withFriends = false }: NextPeople,
  identify: Identify,
): Promise<ChosenPeople> {
  const choice = new Choice(people, identify);
  for await (const page of pagesByPosition(db, phone, people)) {
    const friends = withFriends ? await readFriends(db, choice.lonelyOf(page), phone) : undefined;
    for (const person of page) {
      if (choice.take(person)) choice.bringFriend(person, friends?.get(person.key));
    }
    if (choice.isFull) break;
  }
  const chosen = choice.people();
  return {
    emails: chosen.map(({ email }) => email),
    knowing: chosen.length - choice.lonelyOf(chosen).length,
  };
}

/** The people who are chosen so far, each only once. */
class Choice {
  readonly #most: number;
  readonly #identify: Identify;
  readonly #chosen = new Map<string, Candidate>();
  readonly #keys = new Set<number | null>();
  readonly #inviters = new Set<number>();

  /** @param most how many people at most */
  constructor(most: number, identify: Identify) {
    this.#most = most;
    this.#identify = identify;
  }

  get isFull(): boolean {
    return this.#chosen.size >= this.#most;
  }

  people(): Candidate[] {
    return [...this.#chosen.values()];
  }

  /** @returns whether the person is chosen by this call */
  take(person: Candidate): boolean {
    // Without a letter, an invitation could reach another person.
    if (!mayGetLetters(person.email)) return false;
    const identity = this.#identify(person);
    if (identity === undefined || this.isFull || this.#chosen.has(identity)) return false;
    this.#chosen.set(identity, person);
    this.#keys.add(person.key);
    if (person.via !== null) this.#inviters.add(person.via);
    return true;
  }

  /** @param friends of the person, by position */
  bringFriend(person: Candidate, friends: readonly Candidate[] = []): void {
    if (this.#isLonely(person)) friends.some((friend) => this.take(friend));
  }

  lonelyOf(people: readonly Candidate[]): Candidate[] {
    return people.filter((person) => this.#isLonely(person));
  }

  #isLonely({ key, via, knows }: Candidate): boolean {
    return knows === 0 && !this.#keys.has(via) && !this.#inviters.has(key);
  }
}

/**
 * All who wait and have confirmed, by position.
 *
 * @param most how many are needed, as far as it is known
 */
async function* pagesByPosition(
  db: Kysely<Database>,
  phone: Phone | undefined,
  most: number,
): AsyncGenerator<Candidate[]> {
  const perPage = Math.min(PEOPLE_PER_READ, Math.max(LEAST_PER_READ, most));
  let last: Candidate | undefined;
  do {
    const inOrder = sql`ORDER BY member.rank, member.key DESC LIMIT ${sql.lit(perPage)}`;
    const page = await readWaiting(db, phone, sql`AND ${isBehind(last)} ${inOrder}`);
    yield page;
    last = page.length === perPage ? page.at(-1) : undefined;
  } while (last);
}

/** @param rest of the query: further conditions, and the order */
async function readWaiting(
  db: Kysely<Database>,
  phone: Phone | undefined,
  rest: RawBuilder<unknown>,
): Promise<Candidate[]> {
  const query = sql<Candidate>`SELECT ${columns} FROM member ${waiting(phone)} ${rest}`;
  return (await query.execute(db)).rows;
}

/** @returns the friends of each person who wait: who invited them, and whom they have invited, by position */
async function readFriends(
  db: Kysely<Database>,
  people: readonly Candidate[],
  phone: Phone | undefined,
): Promise<ReadonlyMap<number, Candidate[]>> {
  const friends = new Map<number, Candidate[]>();
  for (let from = 0; from < people.length; from += PEOPLE_PER_READ) {
    const some = people.slice(from, from + PEOPLE_PER_READ);
    const inviters = some.flatMap(({ via }) => via ?? []);
    const keys = some.map(({ key }) => key);
    const areInviters = sql`AND member.key IN (${sql.join(inviters)})`;
    const waitingInviters = inviters.length > 0 ? await readWaiting(db, phone, areInviters) : [];
    const byKey = new Map(waitingInviters.map((one) => [one.key, one]));
    const byInviter = Map.groupBy(await readInvited(db, keys, phone), ({ via }) => via);
    for (const { key, via } of some) {
      const inviter = byKey.get(via ?? 0);
      const theirs = [...(inviter ? [inviter] : []), ...(byInviter.get(key) ?? [])];
      friends.set(
        key,
        theirs.toSorted((a, b) => a.rank - b.rank || b.key - a.key),
      );
    }
  }
  return friends;
}

async function readInvited(
  db: Kysely<Database>,
  inviters: readonly number[],
  phone: Phone | undefined,
): Promise<Candidate[]> {
  // They know the person who brings them.
  const { rows } = await sql<Candidate>`
    SELECT key, rank, email, mailbox, via, 1 AS knows FROM (
      SELECT member.key, member.rank, member.email, member.mailbox, member.via_member AS via,
        row_number() OVER (PARTITION BY member.via_member ORDER BY member.rank, member.key DESC) AS nth
      FROM member ${waiting(phone)} AND member.via_member IN (${sql.join(inviters)})
    ) AS invited WHERE nth <= ${sql.lit(FRIENDS_PER_PERSON)}`.execute(db);
  return rows;
}
