import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { recordErasure } from '../erasures.ts';
import type { Waitlist, WaitlistEntry } from '../interface/waitlist.ts';

/**
 * How many rows one read returns. They are few, so that no read is long enough to prevent a checkpoint of SQLite's
 * write-ahead log.
 */
const ENTRIES_PER_READ = 1_000;

export function createWaitlist(engine: Engine): Waitlist {
  return {
    join: (email, at) => engine.hot.joinWaitlist(email, at),

    async *entries() {
      let last: WaitlistEntry | undefined;
      do {
        const entries = await readEntriesAfter(engine, last);
        yield* entries;
        last = entries.at(-1);
      } while (last);
    },

    async erase(email, at) {
      const erased = await eraseAddress(engine, email, at);
      return { erased, traceless: await engine.scrub() };
    },
  };
}

/** Like `Waitlist.erase`, but does not remove the bytes on disk. @returns whether the address was on the waitlist */
export async function eraseAddress(engine: Engine, email: string, at: number): Promise<boolean> {
  // If a clock was ahead when the address joined, the erasure gets the time of joining. With an earlier time, a restore
  // would assume that the address joined again after the erasure.
  const notBefore = sql<number>`coalesce(
    (SELECT joined_at FROM waitlist WHERE email = ${email} AND joined_at > ${at}), ${at})`;
  const [, deleted] = await engine.write([
    await recordErasure(engine, 'waitlist', email, notBefore),
    engine.db.deleteFrom('waitlist').where('email', '=', email).compile(),
  ]);
  return deleted === 1;
}

async function readEntriesAfter(
  engine: Engine,
  last: WaitlistEntry | undefined,
): Promise<WaitlistEntry[]> {
  const rows = await engine.db
    .selectFrom('waitlist')
    .select(['email', 'joined_at', 'requests'])
    .where('email', '>', last?.email ?? '')
    .orderBy('email')
    .limit(ENTRIES_PER_READ)
    .execute();
  return rows.map((row) => ({
    email: row.email,
    joinedAt: row.joined_at,
    requests: row.requests,
  }));
}
