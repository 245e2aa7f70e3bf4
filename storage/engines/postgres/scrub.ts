import type { Heartbeat } from './heartbeat.ts';
import { onOneConnection } from './pool.ts';

/**
 * Removes deleted rows from the tables with VACUUM, which does not block reading and writing. Their bytes may stay in
 * free space on the disk until it is reused, and in the write-ahead log and in the operator's backups until these are
 * deleted.
 *
 * @returns false while a transaction still reads an older state, which contains deleted rows
 */
export async function scrub(address: string, heartbeat: Heartbeat | undefined): Promise<boolean> {
  return await onOneConnection(address, heartbeat, async (client) => {
    const { rows: tables } = await client.query(
      `SELECT string_agg(quote_ident(tablename), ', ') AS names, pg_current_xact_id()::xid AS now
       FROM pg_tables WHERE schemaname = current_schema()`,
    );
    await client.query(`VACUUM ${tables[0]?.['names']}`);
    const { rows: readers } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database()
         AND pid <> pg_backend_pid() AND age(backend_xmin) > age('${tables[0]?.['now']}'::xid)`,
    );
    return readers.length === 0;
  });
}
