import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { recordErasure } from '../erasures.ts';
import type { Waitlist, WaitlistEntry } from '../storage.ts';

/** Few rows, so that no read is long enough to prevent a checkpoint of SQLite's write-ahead log. */
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

/** As `Waitlist.erase`, but without removing the bytes on disk. @returns whether it was there */
export async function eraseAddress(engine: Engine, email: string, at: number): Promise<boolean> {
  // Not before it was given, on a clock that was ahead: it would be taken for one that has come back since.
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
