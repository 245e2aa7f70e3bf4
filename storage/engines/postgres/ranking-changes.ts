import {
  type ChangeFinder,
  type Changes,
  COUNTS,
  MAX_NEW_EVENTS,
  TOTAL,
} from '../ranking/inviter-counts.ts';
import type { Question, Reading, Row } from '../ranking/reading.ts';

/** Transactions that commit at about the same time usually have ids of this range. */
const OVERLAP = 100;
/** Usually enough beside a large batch of app invites. A batch may add up to 40,000 rows to the log. */
const LARGE_OVERLAP = 25_000;

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
 * commit earlier with higher ids. Therefore the events just below the last known id are read again. If the sums show
 * that a transaction has committed even later, many more are read again.
 *
 * An erasure could hide such a transaction: if it subtracts as much, the sums still equal the total. So everything is
 * read again after each erasure: an erased inviter is in `erased_inviter` until a run of the retention.
 */
export class PostgresChanges implements ChangeFinder {
  #last: { id: number; erasures: unknown } | undefined;
  /** The newest known id when the last `find` began. */
  #before = 0;

  *find(): Reading<Changes | undefined> {
    const before = this.#last;
    this.#before = before?.id ?? 0;
    const { id, erasures, ...changes } = yield questionAfter(this.#before - OVERLAP);
    this.#last = { id: Number(id), erasures };
    return before?.erasures === erasures ? asChanges(changes) : undefined;
  }

  *findMissed(): Reading<Changes | undefined> {
    return asChanges(yield questionAfter(this.#before - LARGE_OVERLAP));
  }
}

function questionAfter(id: number): Question {
  return { sql: STATE, parameters: [id + MAX_NEW_EVENTS, id] };
}

function asChanges({ counts, total }: Row): Changes | undefined {
  return typeof counts === 'string' ? { counts, total: String(total) } : undefined;
}
