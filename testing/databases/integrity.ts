import { query, sqliteFileOf } from './test-databases.ts';

/** @returns "ok", or the faults that the database's own check of every row and index finds */
export async function checkIntegrity(url: string): Promise<string> {
  if (sqliteFileOf(url)) {
    const [row] = await query(url, 'PRAGMA integrity_check');
    return String(row?.['integrity_check']);
  }
  await query(url, 'CREATE EXTENSION IF NOT EXISTS amcheck');
  const found = await query(
    url,
    `SELECT relname || ': ' || msg AS msg
     FROM pg_class CROSS JOIN LATERAL verify_heapam(pg_class.oid, check_toast => true)
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
  // Throws PostgreSQL's message if an index lacks a row or has one too many.
  await query(
    url,
    `SELECT bt_index_check(pg_class.oid, heapallindexed => true)
     FROM pg_class JOIN pg_am ON pg_am.oid = relam
     WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = current_schema()::regnamespace`,
  );
  return found.map(({ msg }) => String(msg)).join(' ') || 'ok';
}
