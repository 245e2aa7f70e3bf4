import {
  type ChangeFinder,
  type Changes,
  COUNTS,
  MAX_NEW_EVENTS,
  TOTAL,
} from '../ranking/inviter-counts.ts';
import type { Reading } from '../ranking/reading.ts';

/** Transactions that commit at about the same time have ids of this range. */
const OVERLAP = 100;

/**
 * ANY with an array makes PostgreSQL use the indexes: with IN it may estimate that there are many new events, and read
 * both tables completely.
 */
const CHANGED = `SELECT ${COUNTS} FROM inviter_total WHERE inviter_key = ANY (ARRAY(
  SELECT inviter_key FROM invite_event WHERE id > ? ORDER BY id LIMIT ${MAX_NEW_EVENTS}))`;
const STATE = `SELECT newest.id, ${TOTAL} AS total,
    concat_ws(',', (SELECT max(inviter_key) FROM erased_inviter),
      (SELECT count(*) FROM erased_inviter), (SELECT at FROM retention_run)) AS erasures,
    CASE WHEN newest.id < ? THEN (${CHANGED}) END AS counts
  FROM (SELECT coalesce(max(id), 0) AS id FROM invite_event) AS newest`;

/**
 * Finds changed counts by the ids of events. A transaction gets the ids of its events before its commit, and others may
 * commit earlier with higher ids. Therefore the events just below the last known id are read again. If a transaction
 * commits even later, `InviterCounts` finds that its sums are smaller than the total, and reads everything.
 *
 * That would fail if an erasure had subtracted exactly as much. Therefore everything is also read again after each
 * erasure: an erased inviter is in `erased_inviter` until a run of the retention.
 */
export class PostgresChanges implements ChangeFinder {
  #last: { id: number; erasures: unknown } | undefined;

  *find(): Reading<Changes | undefined> {
    const before = this.#last;
    const after = (before?.id ?? 0) - OVERLAP;
    const until = before ? before.id + MAX_NEW_EVENTS - OVERLAP : 0;
    const { id, total, erasures, counts } = yield { sql: STATE, parameters: [until, after] };
    this.#last = { id: Number(id), erasures };
    if (!before || erasures !== before.erasures || typeof counts !== 'string') return undefined;
    return { counts, total: String(total) };
  }
}
