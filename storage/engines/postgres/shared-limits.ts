import type { LimitHits, LimitWindow, SharedLimits } from '../../interface/operation.ts';
import type { Heartbeat } from './heartbeat.ts';
import { HitQueue } from './hit-queue.ts';
import { GuardedPool, onOneConnection } from './pool.ts';

/** If the count takes longer, the request continues without the count. */
const ANSWER_WITHIN_MS = 200;
/** Longer than ANSWER_WITHIN_MS, so that a slow database still counts the hits after the request has continued. */
const STATEMENT_WITHIN_MS = 1_000;
/** Each row needs about 130 bytes, including its index. */
const MOST_WINDOWS = 1_000_000;
/**
 * How many windows one statement deletes. The number is small, so that counting does not have to wait long for the
 * deletion.
 */
const WINDOWS_PER_STEP = 10_000;

/**
 * Whether a hit belongs to the stored window of its key. The hit starts a new window if the stored one has ended,
 * has no hits, or ends far in the future because a clock was wrong.
 */
const CONTINUES_WINDOW = `limit_window.hits > 0
  AND limit_window.until > $4 AND limit_window.until <= 2 * excluded.until - $4`;

/**
 * One row for each key, in the order of the keys, which avoids deadlocks: see `saveCounts`. The transaction writes only
 * to this unlogged table, so its commit waits neither for the disk nor for a standby.
 */
const COUNT = `
  INSERT INTO limit_window (key, hits, until)
  SELECT * FROM unnest($1::bytea[], $2::integer[], $3::bigint[]) AS w (key, hits, until) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    hits = excluded.hits + CASE WHEN ${CONTINUES_WINDOW} THEN limit_window.hits ELSE 0 END,
    until = CASE WHEN ${CONTINUES_WINDOW} THEN limit_window.until ELSE excluded.until END
  RETURNING key, hits, until`;

/**
 * The windows that end last are kept. Selects the end of the first window that is too many: this window, and all that
 * end at the same time or earlier, are removed.
 */
const LAST_TOO_MANY = 'SELECT until FROM limit_window ORDER BY until DESC OFFSET $1 LIMIT 1';

/** Skips rows that another transaction has locked, because waiting for them could cause a deadlock. */
const FORGET = `
  DELETE FROM limit_window WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM limit_window WHERE until <= $1
    LIMIT ${WINDOWS_PER_STEP} FOR UPDATE SKIP LOCKED))`;

/**
 * Counts on a separate connection, so that counting and other queries do not wait for each other.
 *
 * @param mostWindows with more windows, `forget` removes those that end first
 * @param answerWithinMs the time after which `count` rejects
 * @param patience multiplies the time limits
 */
export function openSharedLimits(
  address: string,
  heartbeat: Heartbeat | undefined,
  { mostWindows = MOST_WINDOWS, answerWithinMs = ANSWER_WITHIN_MS, patience = 1 } = {},
): SharedLimits & { close(): Promise<void> } {
  const pool = new GuardedPool(address, {
    max: 1,
    statementWithinMs: STATEMENT_WITHIN_MS,
    patience,
    ...(heartbeat && { heartbeat }),
  });
  const queue = new HitQueue((hits) => countHits(pool, hits), patience * answerWithinMs);
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

/** Uses another connection, because a deletion may be slow and would delay counting. */
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
