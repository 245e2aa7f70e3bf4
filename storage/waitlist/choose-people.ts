import { type Kysely, sql } from 'kysely';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import type { Database } from '../schema.ts';
import {
  type Candidate,
  pagesByPlace,
  readFriends,
  readPassedOver,
  toPlaceOrder,
} from './candidates.ts';
import { lockMembers, NOT_WAITING } from './positions.ts';

/** @returns what only one of the chosen may have, such as the mailbox; undefined for a person who cannot be chosen */
export type Identify = (person: Candidate) => string | undefined;

export interface ChosenPeople {
  emails: string[];
  /**
   * How many of them will know somebody inside: the person who invited them, or one whom they have invited, is invited,
   * in, or chosen, too.
   */
  knowing: number;
  /** The keys of those who would have been chosen by position, and were not. */
  passedOver: number[];
}
type Friends = ReadonlyMap<number, readonly Candidate[]>;
/** Why nobody was chosen: so many people were passed over before, and come first. */
export interface ComeFirst {
  comeFirst: number;
}

/**
 * Chooses the next people, by position as it is now (decision 071). Those whom an earlier choice has passed over come
 * first. With friends, each chosen person who would know nobody inside brings one friend who waits: the one with the best
 * position of those who are left. A friend who is brought brings nobody, because the two know each other.
 */
export async function choosePeople(
  db: Kysely<Database>,
  { people, phone, withFriends = false }: NextPeople,
  identify: Identify,
): Promise<ChosenPeople | ComeFirst> {
  const choice = new Choice(identify);
  for (const person of toPlaceOrder(await readPassedOver(db, phone))) choice.take(person);
  if (choice.size > people) return { comeFirst: choice.size };
  choice.most = people;
  const friendsOf = async (some: readonly Candidate[]): Promise<Friends> =>
    withFriends && choice.size < people
      ? await readFriends(db, choice.lonelyOf(some), phone)
      : new Map();
  const first = choice.people();
  const theirs = await friendsOf(first);
  for (const person of first) choice.bringFriend(person, theirs);

  for await (const page of pagesByPlace(db, phone, people)) {
    const friends = await friendsOf(page.filter((person) => identify(person) !== undefined));
    for (const person of page) choice.consider(person, friends);
    if (choice.isDone) break;
  }
  return {
    emails: choice.people().map(({ email }) => email),
    knowing: choice.size - choice.lonelyOf(choice.people()).length,
    passedOver: choice.passedOver(),
  };
}

/** The people who are chosen so far, each only once. */
class Choice {
  /** How many people at most. */
  most = Number.POSITIVE_INFINITY;
  readonly #identify: Identify;
  readonly #chosen = new Map<string, Candidate>();
  readonly #byPlace = new Map<string, Candidate>();
  readonly #keys = new Set<number | null>();
  readonly #inviters = new Set<number>();

  constructor(identify: Identify) {
    this.#identify = identify;
  }

  get size(): number {
    return this.#chosen.size;
  }

  people(): Candidate[] {
    return [...this.#chosen.values()];
  }

  get isDone(): boolean {
    return this.size >= this.most && this.#byPlace.size >= this.most;
  }

  /** The keys of the first ones by position who are not chosen. */
  passedOver(): number[] {
    const others = [...this.#byPlace].filter(([identity]) => !this.#chosen.has(identity));
    return others.map(([, { key }]) => key);
  }

  /** @param person the next one by position */
  consider(person: Candidate, friends: Friends): void {
    const identity = this.#identify(person);
    if (identity !== undefined && this.#byPlace.size < this.most)
      this.#byPlace.getOrInsert(identity, person);
    if (this.take(person)) this.bringFriend(person, friends);
  }

  /** @returns whether the person is chosen by this call */
  take(person: Candidate): boolean {
    const identity = this.#identify(person);
    if (identity === undefined || this.size >= this.most || this.#chosen.has(identity))
      return false;
    this.#chosen.set(identity, person);
    this.#keys.add(person.key);
    if (person.via !== null) this.#inviters.add(person.via);
    return true;
  }

  bringFriend(person: Candidate, friends: Friends): void {
    if (!this.#isLonely(person)) return;
    friends.get(person.key)?.some((friend) => this.take(friend));
  }

  lonelyOf(people: readonly Candidate[]): Candidate[] {
    return people.filter((person) => this.#isLonely(person));
  }

  #isLonely({ key, via, knows }: Candidate): boolean {
    return knows === 0 && !this.#keys.has(via) && !this.#inviters.has(key);
  }
}

/** In the rule that reserves the chosen people for a wave: the others come first in the next choice. */
export async function passOver(
  db: Kysely<Database>,
  keys: readonly number[],
  wave: number,
): Promise<void> {
  if (keys.length === 0) return;
  await lockMembers(db, ...keys);
  const members = db.updateTable('member').set({ passed_by: wave }).where('key', 'in', keys);
  await members.where(sql<boolean>`rank < ${NOT_WAITING}`).execute();
}
