import {
  type ChangeFinder,
  type Changes,
  COUNTS,
  MAX_NEW_EVENTS,
  TOTAL,
} from '../ranking/inviter-counts.ts';
import type { Reading } from '../ranking/reading.ts';
import type { Connection } from './connection.ts';

/**
 * The SQL function that calls `InviterRanking.rank`, with the arguments as a JSON array. It reads the same state as the
 * other queries of its transaction.
 */
export const RANK_INVITERS = 'rank_inviters';

const EVENT = "SELECT concat_ws(',', inviter_key, counter, at) FROM invite_event";
const STATE = `SELECT ${TOTAL} AS total, newest.id, (${EVENT} WHERE id = newest.id) AS event,
    (${EVENT} WHERE id = ?) AS last
  FROM (SELECT max(id) AS id FROM invite_event) AS newest`;
const CHANGED = `SELECT ${COUNTS} AS counts FROM inviter_total
  WHERE inviter_key IN (SELECT inviter_key FROM invite_event WHERE id > ?)`;

/**
 * Finds changed counts by the ids of new events: SQLite runs one write transaction at a time, so a later event has a
 * higher id.
 */
export class SqliteChanges implements ChangeFinder {
  /** The newest event of the last time. */
  #last: { id: number; event: unknown } | undefined;

  *find(): Reading<Changes | undefined> {
    const before = this.#last;
    const { total, id, event, last } = yield { sql: STATE, parameters: [before?.id ?? 0] };
    this.#last = typeof id === 'number' ? { id, event } : undefined;
    // All new events have higher ids only if the last one is still in the log: if the row with the highest id is
    // deleted, SQLite assigns that id again.
    if (!before || !this.#last || last !== before.event) return undefined;
    if (this.#last.id - before.id > MAX_NEW_EVENTS) return undefined;
    const { counts } = yield { sql: CHANGED, parameters: [before.id] };
    return { counts: String(counts), total: String(total) };
  }
}

export function readNow<Result>(connection: Connection, reading: Reading<Result>): Result {
  let step = reading.next();
  while (!step.done) {
    const { sql, parameters } = step.value;
    step = reading.next(connection.prepare(sql).get(...parameters) ?? {});
  }
  return step.value;
}
