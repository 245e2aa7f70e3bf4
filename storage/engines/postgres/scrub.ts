import { setTimeout as delay } from 'node:timers/promises';
import type { Heartbeat } from './heartbeat.ts';
import { onOneConnection } from './pool.ts';

/**
 * The transactions that VACUUM must respect: it keeps each row that was deleted after the oldest of them began. A
 * standby with `hot_standby_feedback` reports its readers by its WAL sender or by its replication slot.
 */
const HOLDING = `
  SELECT unnest(ARRAY[backend_xid, backend_xmin]) AS id FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND (datname = current_database() OR backend_type = 'walsender')
  UNION ALL SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()
  UNION ALL SELECT xmin FROM pg_replication_slots`;

/** Longer than the 10 seconds after which a standby reports again which transactions it respects. */
const WITHIN_MS = 12_000;
const LOOK_AGAIN_AFTER_MS = 100;

/**
 * Removes deleted rows from the tables with VACUUM, which does not block reading and writing. Their bytes may stay in
 * free space on the disk until it is reused, and in the write-ahead log and in the operator's backups until these are
 * deleted.
 *
 * @param withinMs how long to wait for transactions that hold an older state
 * @returns false if a transaction, also a prepared one or one on a standby, still holds an older state, which contains
 *   deleted rows
 */
export async function scrub(
  address: string,
  heartbeat: Heartbeat | undefined,
  withinMs = WITHIN_MS,
): Promise<boolean> {
  const until = performance.now() + withinMs;
  return await onOneConnection(address, heartbeat, async (client) => {
    const { rows: tables } = await client.query(
      `SELECT string_agg(quote_ident(tablename), ', ') AS names, pg_current_xact_id()::xid AS now
       FROM pg_tables WHERE schemaname = current_schema()`,
    );
    const areHeld = async () => {
      const { rows: holding } = await client.query(
        `SELECT FROM (${HOLDING}) AS transactions WHERE age(id) > age('${tables[0]?.['now']}'::xid)`,
      );
      return holding.length > 0;
    };
    for (;;) {
      await client.query(`VACUUM ${tables[0]?.['names']}`);
      if (!(await areHeld())) return true;
      do {
        if (performance.now() > until) return false;
        await delay(LOOK_AGAIN_AFTER_MS);
      } while (await areHeld());
    }
  });
}
