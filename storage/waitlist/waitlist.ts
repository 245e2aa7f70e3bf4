import { MEMBER_CODE } from '../../contract/letters.ts';
import type { Engine } from '../engine.ts';
import type { Ask, Waitlist, WaitlistEntry } from '../interface/waitlist.ts';
import { readBegun } from '../letters/letter-rows.ts';
import { readPlaces } from '../letters/read-places.ts';
import { lockAddress, lockLeft, removeAddress } from '../letters/remove-address.ts';
import { Subjects } from '../letters/subjects.ts';

/**
 * How many rows one read returns. They are few, so that no read is long enough to prevent a checkpoint of SQLite's
 * write-ahead log.
 */
const ENTRIES_PER_READ = 1_000;

export function createWaitlist(engine: Engine): Waitlist {
  return {
    join: (email, at, ask) => engine.hot.joinWaitlist(email, at, ask && withoutNonsense(ask)),

    async *entries() {
      await engine.refuseUnreadable(['waitlist', 'member']);
      const places = (await readBegun(engine)) === undefined ? undefined : await readPlaces(engine);
      let last: WaitlistEntry | undefined;
      do {
        const entries = await readEntriesAfter(engine, last, places);
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

/** Any text may arrive as a code. PostgreSQL refuses a text with NUL, and would refuse the whole batch. */
function withoutNonsense({ via }: Ask): Ask {
  return { via: via !== undefined && MEMBER_CODE.test(via) ? via : undefined };
}

/**
 * Like `Waitlist.erase`, but does not remove the bytes on disk.
 *
 * @returns whether the address was in `waitlist` or `stopped`
 */
export async function eraseAddress(engine: Engine, email: string, at: number): Promise<boolean> {
  const { db } = engine;
  const subjects = await Subjects.of(engine);
  const subject = subjects.hashAddress(email);
  const changes = await engine.write([
    lockAddress(engine, email),
    lockLeft(engine, subject),
    // The letters to an address that has left are kept without the address.
    db
      .deleteFrom('letter')
      .where('email', '=', '')
      .where('mailbox', '=', subjects.hashMailbox(email))
      .compile(),
    ...(await removeAddress(engine, email, at)),
    // After the letters: a transaction that stores why an address gets none has locked its letter.
    db.deleteFrom('stopped').where('subject', '=', subject).compile(),
  ]);
  return changes.slice(-2).some((count) => count !== 0);
}

async function readEntriesAfter(
  engine: Engine,
  last: WaitlistEntry | undefined,
  places: ReadonlyMap<number, number> | undefined,
): Promise<WaitlistEntry[]> {
  const rows = await engine.db
    .selectFrom('waitlist')
    .select(['email', 'joined_at', 'requests'])
    .where('email', '>', last?.email ?? '')
    .orderBy('email')
    .limit(ENTRIES_PER_READ)
    .execute();
  const standings =
    places && (await readStandings(engine, places, rows[0]?.email, rows.at(-1)?.email));
  return rows.map((row) => ({
    email: row.email,
    joinedAt: row.joined_at,
    requests: row.requests,
    ...(standings && { standing: standings(row.email) }),
  }));
}

/**
 * A separate query, because PostgreSQL may read a whole table for a join.
 *
 * @returns a function that gives the standing of an address in the range
 */
async function readStandings(
  { db }: Engine,
  places: ReadonlyMap<number, number>,
  first = '',
  last = '',
): Promise<(email: string) => NonNullable<WaitlistEntry['standing']>> {
  const rows = await db
    .selectFrom('member')
    .select(['email', 'key'])
    .where('email', '>=', first)
    .where('email', '<=', last)
    .execute();
  const keys = new Map(rows.map(({ email, key }) => [email, key]));
  return (email) => {
    const key = keys.get(email);
    return key === undefined
      ? { state: 'asked', place: undefined }
      : { state: 'confirmed', place: places.get(key) };
  };
}
