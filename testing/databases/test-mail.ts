import assert from 'node:assert/strict';
import type { Letter } from '../../storage/letters/letter.ts';
import type { Turn } from '../../storage/letters/take-letter.ts';
import type { Storage } from '../../storage/open.ts';
import { NOON } from './test-invites.ts';

/** A budget that no test uses up. */
export const PLENTY = { perHour: 1_000_000, perDay: 1_000_000 };

/** The result of a letter that a mail server has postponed. */
export const PUT_OFF = { state: 'waiting', attempts: 1, reply: 'Later.' } as const;

/** Takes letters until none is due, there are enough, or the budget is used up. @returns the letters, which are now `sending` */
export async function takeLetters(
  storage: Storage['letters'],
  at: number,
  most = Number.POSITIVE_INFINITY,
  budget = PLENTY,
): Promise<Letter[]> {
  const letters: Letter[] = [];
  while (letters.length < most) {
    const turn = await storage.take(budget, at);
    if (typeof turn === 'string') break;
    if ('kind' in turn) letters.push(turn);
  }
  return letters;
}

/** Sends what is due, until there are enough letters. @returns the letters, which are now in this state */
export async function sendDue(
  { letters }: Storage,
  at: number,
  most = Number.POSITIVE_INFINITY,
  state: 'accepted' | 'refused' | 'uncertain' = 'accepted',
): Promise<Exclude<Turn, string>[]> {
  const sent: Exclude<Turn, string>[] = [];
  while (sent.length < most) {
    const turn = await letters.take(PLENTY, at);
    if (typeof turn === 'string') break;
    await letters.finish(turn.id, { state, reply: '', at });
    sent.push(turn);
  }
  return sent;
}

/** @param database an object whose `storage` is read at each call, because a test may open another storage */
export function lettersOf(database: { readonly storage: Storage }) {
  /** Signs up, through the link of a member if a code is given, and queues the letters. */
  async function ask(email: string, via?: string, at = NOON): Promise<void> {
    await database.storage.waitlist.join(email, at, { via });
    await database.storage.letters.queue(at);
  }

  async function memberPosition(email: string) {
    const position = await database.storage.members.position(email);
    assert.equal(position?.state, 'confirmed');
    return position;
  }

  return {
    ask,
    memberPosition,
    position: (email: string) => database.storage.members.position(email),
    friendsOf: async (email: string) => (await memberPosition(email)).friends,

    /** Signs up and confirms. @returns the member's code */
    async confirm(email: string, via?: string, at = NOON): Promise<string> {
      await ask(email, via, at);
      assert.equal(await database.storage.members.confirm(email, NOON), true);
      return (await memberPosition(email)).code;
    },

    /** Signs up, and marks all waiting letters as `sending`. @returns the ids of these letters */
    async send(...emails: string[]): Promise<number[]> {
      const { letters } = database.storage;
      for (const email of emails) await ask(email);
      return (await takeLetters(letters, NOON)).map(({ id }) => id);
    },
  };
}
