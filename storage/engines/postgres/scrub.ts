import type { Heartbeat } from './heartbeat.ts';
import { onOneConnection } from './pool.ts';

/**
 * Has the tables give up their deleted rows, which keeps nobody from reading and writing. On the disk
 * bytes of them may stay in free space until it is used again, and in the write-ahead log and in
 * backups as long as the operator keeps those.
 *
 * @returns whether every deleted row is gone; somebody who still reads an old state keeps them
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
