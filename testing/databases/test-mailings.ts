import { randomBytes } from 'node:crypto';
import { openEngine } from '../../storage/engines/choose-engine.ts';
import { codeOf, letterPriorities } from '../../storage/letters/letter.ts';

/** Each has its own domain, because letters to one domain are limited. */
export const recipientOf = (n: number) => `p@${n}.example`;

/** Few enough for the parameters of a statement. */
const ROWS_PER_STATEMENT = 1_000;

export interface StoredMailing {
  id: number;
  people: number;
  /** How many of the letters were accepted, the first ones, and when. */
  accepted: number;
  at: number;
  endedAt?: number;
}

/** Stores a mailing with its letters and people on the waitlist, which takes less time than to send it. */
export async function storeMailing(
  url: string,
  { id, people, accepted, at, endedAt }: StoredMailing,
): Promise<void> {
  await using engine = await openEngine(url, 'command');
  const numbers = Array.from({ length: people }, (_, n) => n + 1);
  await engine.transaction(async (db) => {
    const text = { subject: 'Hi', words: 'Hi.', kind: 1 };
    const mailing = { id, ...text, people, at: 0, starts_at: 0, ended_at: endedAt ?? null };
    await db.insertInto('mailing').values(mailing).execute();
    for (let from = 0; from < people; from += ROWS_PER_STATEMENT) {
      const some = numbers.slice(from, from + ROWS_PER_STATEMENT);
      const letters = some.map((n) => ({
        mailing: id,
        email: endedAt ? '' : recipientOf(n),
        mailbox: randomBytes(32),
        state: codeOf(n <= accepted ? 'accepted' : 'waiting'),
        at: 0,
        since: at,
        attempts: 0,
        due_at: 0,
        priority: letterPriorities.mailing,
      }));
      await db.insertInto('letter').values(letters).execute();
      const people = some.map((n) => ({ email: recipientOf(n), joined_at: 0, requests: 1 }));
      if (!endedAt) await db.insertInto('waitlist').values(people).execute();
    }
  });
}
