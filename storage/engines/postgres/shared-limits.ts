import type { LimitHit, LimitWindow, SharedLimits } from '../../engine.ts';
import { StorageUnavailable } from '../../errors.ts';
import { GroupCommit } from '../group-commit.ts';
import type { Heartbeat } from './heartbeat.ts';
import { GuardedPool, onOneConnection } from './pool.ts';

/** If the count takes longer, the request continues without the count. */
const ANSWER_WITHIN_MS = 200;
/** Longer than ANSWER_WITHIN_MS, so that a slow database still counts the hits after the request has continued. */
const STATEMENT_WITHIN_MS = 1_000;
/** Each row needs about 130 bytes, including its index. */
const MOST_WINDOWS = 1_000_000;

/** Whether a hit belongs to the stored window of its key. If this has ended, the hit starts a new one. */
const CONTINUES_WINDOW = 'limit_window.until > $3';

/**
 * One row for each key, in the order of the keys, which avoids deadlocks. The transaction writes only
 * to this unlogged table, so its commit waits neither for the disk nor for a standby.
 */
const COUNT = `
  INSERT INTO limit_window (key, hits, until)
  SELECT decode(key, 'hex'), count(*), min(until) FROM unnest($1::text[], $2::bigint[]) AS hit (key, until)
  GROUP BY key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    hits = excluded.hits + CASE WHEN ${CONTINUES_WINDOW} THEN limit_window.hits ELSE 0 END,
    until = CASE WHEN ${CONTINUES_WINDOW} THEN limit_window.until ELSE excluded.until END
  RETURNING encode(key, 'hex') AS key, hits, until`;

/**
 * If there are too many windows, those that end first are removed, too: all that end with the first one too many. Skips
 * rows that another transaction has locked, because waiting for them could cause a deadlock.
 */
const FORGET = `
  DELETE FROM limit_window WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM limit_window
    WHERE until <= greatest($1, (SELECT until FROM limit_window ORDER BY until DESC OFFSET $2 LIMIT 1))
    FOR UPDATE SKIP LOCKED))`;

/**
 * Counts on a separate connection, so that counting and other queries do not wait for each other.
 *
 * @param mostWindows with more windows, `forget` removes those that end first
 * @param patience multiplies the time limits
 */
export function openSharedLimits(
  address: string,
  heartbeat: Heartbeat | undefined,
  { mostWindows = MOST_WINDOWS, patience = 1 } = {},
): SharedLimits & { close(): Promise<void> } {
  const pool = new GuardedPool(address, {
    max: 1,
    statementWithinMs: STATEMENT_WITHIN_MS,
    patience,
    ...(heartbeat && { heartbeat }),
  });
  const hits = new GroupCommit<LimitHit, LimitWindow>((batch) => countHits(pool, batch));
  return {
    async count(hit) {
      const late = Promise.withResolvers<never>();
      // If the event loop was blocked, the answer may have arrived: it is read first.
      const reject = () => setImmediate(late.reject, lateAnswer());
      const timer = setTimeout(reject, patience * ANSWER_WITHIN_MS);
      try {
        return await Promise.race([hits.add(hit), late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    // On another connection, because a deletion may be slow and would delay counting.
    forget: (now) =>
      onOneConnection(address, heartbeat, async (client) => {
        await client.query(FORGET, [now, mostWindows]);
      }),
    close: () => pool.end(),
  };
}

async function countHits(pool: GuardedPool, batch: readonly LimitHit[]): Promise<LimitWindow[]> {
  const values = [
    batch.map(({ key }) => key),
    batch.map(({ at, windowMs }) => at + windowMs),
    Math.max(...batch.map(({ at }) => at)),
  ];
  const { rows } = await pool.use((client) => client.query(COUNT, values));
  // A row has the count after the batch. So the last hit of its key gets this count, and each hit before it one less.
  const windows = new Map(
    rows.map(({ key, hits, until }) => [key, { hits: Number(hits), until: Number(until) }]),
  );
  const results = batch.toReversed().map(({ key }) => {
    const window = windows.get(key);
    if (!window) throw new Error('The statement returned no row for this key.');
    const result = { ...window };
    window.hits--;
    return result;
  });
  return results.toReversed();
}

function lateAnswer(): StorageUnavailable {
  return new StorageUnavailable('The database has not counted the request in time.');
}
