import { query } from './test-databases.ts';

/** @returns "ok", or what a database finds wrong with itself when it looks at every row and index */
export async function checkIntegrity(url: string): Promise<string> {
  if (url.startsWith('file:')) {
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
  // Fails with a sentence of its own where an index lacks a row or holds one too many.
  await query(
    url,
    `SELECT bt_index_check(pg_class.oid, heapallindexed => true)
     FROM pg_class JOIN pg_am ON pg_am.oid = relam
     WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = current_schema()::regnamespace`,
  );
  return found.map(({ msg }) => String(msg)).join(' ') || 'ok';
}
