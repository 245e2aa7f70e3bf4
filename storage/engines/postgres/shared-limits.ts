import type { LimitHits, LimitWindow, SharedLimits } from '../../storage.ts';
import type { Heartbeat } from './heartbeat.ts';
import { HitQueue } from './hit-queue.ts';
import { GuardedPool, onOneConnection } from './pool.ts';

/** Past this the database is no help to whoever waits for it. */
const ANSWER_WITHIN_MS = 200;
/** Longer than anybody waits: a database that is slow has counted all the same. */
const STATEMENT_WITHIN_MS = 1_000;
/** Some 130 bytes each, with their index. */
const MOST_WINDOWS = 1_000_000;
/** Few enough that nobody who counts waits for them. */
const WINDOWS_PER_STEP = 10_000;

/**
 * Whether the window of a key is still the one to count in. Not one that was only asked about, nor one of
 * a clock that was wrong, which might end in years.
 */
const GOES_ON = `limit_window.hits > 0
  AND limit_window.until > $4 AND limit_window.until <= 2 * excluded.until - $4`;

/**
 * One row for each key, in the order of the keys: see `saveCounts`. The table is unlogged and nothing
 * else is written, so that no commit waits for the disk, nor for a standby.
 */
const COUNT = `
  INSERT INTO limit_window (key, hits, until)
  SELECT * FROM unnest($1::bytea[], $2::integer[], $3::bigint[]) AS w (key, hits, until) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    hits = excluded.hits + CASE WHEN ${GOES_ON} THEN limit_window.hits ELSE 0 END,
    until = CASE WHEN ${GOES_ON} THEN limit_window.until ELSE excluded.until END
  RETURNING key, hits, until`;

/** When the last of those ends that are too many, where there are. */
const LAST_TOO_MANY = 'SELECT until FROM limit_window ORDER BY until DESC OFFSET $1 LIMIT 1';

/** Leaves out what somebody counts in just now, who would otherwise wait, or be waited for in a circle. */
const FORGET = `
  DELETE FROM limit_window WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM limit_window WHERE until <= $1
    LIMIT ${WINDOWS_PER_STEP} FOR UPDATE SKIP LOCKED))`;

/**
 * Counts on one connection of its own, so that nothing else is held up by it, nor it by anything else.
 *
 * @param mostWindows past which `forget` removes those that end first
 * @param answerWithinMs past which nobody waits for the database
 */
export function openSharedLimits(
  address: string,
  heartbeat: Heartbeat | undefined,
  { mostWindows = MOST_WINDOWS, answerWithinMs = ANSWER_WITHIN_MS } = {},
): SharedLimits & { close(): Promise<void> } {
  const pool = new GuardedPool(address, {
    max: 1,
    statementWithinMs: STATEMENT_WITHIN_MS,
    ...(heartbeat && { heartbeat }),
  });
  const queue = new HitQueue((hits) => countHits(pool, hits), answerWithinMs);
  return {
    count: (hits) => queue.add(hits),
    forget: (now) => forget(address, heartbeat, mostWindows, now),
    async close() {
      await queue.close();
      await pool.end();
    },
  };
}

async function countHits(pool: GuardedPool, batch: readonly LimitHits[]): Promise<LimitWindow[]> {
  const rows = new Map<string, { key: Uint8Array; hits: number; until: number }>();
  const counted = batch.map(({ key, hits, at, windowMs }) => {
    const name = nameOf(key);
    const row = rows.get(name) ?? { key, hits: 0, until: at + windowMs };
    row.hits += hits;
    rows.set(name, row);
    return { name, hitsOfBatch: row.hits };
  });
  const all = [...rows.values()];
  const values = [
    all.map(({ key }) => key),
    all.map(({ hits }) => hits),
    all.map(({ until }) => until),
    Math.max(...batch.map(({ at }) => at)),
  ];
  const answer = await pool.use((client) =>
    client.query({ name: 'count-hits', text: COUNT, values }),
  );
  const windows = new Map(answer.rows.map((row) => [nameOf(row['key'] as Uint8Array), row]));
  return counted.map(({ name, hitsOfBatch }) => {
    const window = windows.get(name);
    const others = Number(window?.['hits']) - Number(rows.get(name)?.hits);
    return { hits: others + hitsOfBatch, until: Number(window?.['until']) };
  });
}

/** On another connection, because it may take a while. */
async function forget(
  address: string,
  heartbeat: Heartbeat | undefined,
  mostWindows: number,
  now: number,
): Promise<void> {
  await onOneConnection(address, heartbeat, async (client) => {
    const { rows } = await client.query(LAST_TOO_MANY, [mostWindows]);
    const until = Math.max(now, Number(rows[0]?.['until'] ?? 0));
    while ((await client.query(FORGET, [until])).rowCount === WINDOWS_PER_STEP);
  });
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString('latin1');
}
