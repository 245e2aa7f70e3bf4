import type { Engine } from './engine.ts';
import type { Waitlist, WaitlistEntry } from './storage.ts';

/** Few enough rows that reading them never keeps the write-ahead log from being folded back. */
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

    async erase(email) {
      const [deleted] = await engine.write([
        engine.db.deleteFrom('waitlist').where('email', '=', email).compile(),
      ]);
      return { erased: deleted === 1, traceless: await engine.scrub() };
    },
  };
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
