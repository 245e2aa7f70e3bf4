import { setImmediate } from 'node:timers/promises';
import type { Engine } from '../engine.ts';

/** How many rows one read returns. They are few, so that no read is long (see `ENTRIES_PER_READ`). */
const MEMBERS_PER_READ = 1_000;

/** @returns the place of each member by key, read in short steps in the order of the places */
export async function readPlaces({ db }: Engine): Promise<ReadonlyMap<number, number>> {
  const places = new Map<number, number>();
  let last: { key: number; rank: number } | undefined;
  do {
    const after = last;
    const members = await db
      .selectFrom('member')
      .select(['key', 'rank'])
      .$if(after !== undefined, (all) =>
        // The engines find the first row in the index only by a condition without OR.
        all
          .where('rank', '>=', after?.rank ?? 0)
          .where(({ or, eb }) =>
            or([eb('rank', '>', after?.rank ?? 0), eb('key', '<', after?.key ?? 0)]),
          ),
      )
      .orderBy('rank')
      .orderBy('key', 'desc')
      .limit(MEMBERS_PER_READ)
      .execute();
    // A member who moves down meanwhile is read twice; only the place that was read first counts.
    for (const { key } of members) if (!places.has(key)) places.set(key, places.size + 1);
    last = members.at(-1);
    await setImmediate();
  } while (last);
  return places;
}
