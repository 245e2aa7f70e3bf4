import type { Kysely } from 'kysely';
import type { NextPeople } from '../../contract/team-waitlist.ts';
import type { Database } from '../schema.ts';
import { type Candidate, pagesByPlace, readFriends } from './candidates.ts';

/** @returns what only one of the chosen may have, such as the mailbox; undefined for a person who cannot be chosen */
export type Identify = (person: Candidate) => string | undefined;

export interface ChosenPeople {
  emails: string[];
  /**
   * How many of them will know somebody inside: the person who invited them, or one whom they have invited, is invited,
   * in, or chosen, too.
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
  for await (const page of pagesByPlace(db, phone, people)) {
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
