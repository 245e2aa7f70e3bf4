import { setImmediate } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Database, schema, type Table } from './schema.ts';

/** One row as any engine reads it. */
export type Row = Readonly<Record<string, string | number | Uint8Array | null>>;

const tables = Object.keys(schema) as Table[];
/** `backup_moment` belongs to one database. Each row of `ask` causes a letter, so a copy would send it again. */
const neverCopied: readonly Table[] = ['backup_moment', 'ask'];
/**
 * Sessions, pending sign-ins and their keys. They are not backed up: a restore must not sign in users who have signed
 * out since the backup, or bring back keys that were replaced since the backup.
 */
const signIns: readonly Table[] = [
  'session',
  'sign_in_secret',
  'sign_in_code',
  'spent_challenge',
  'budget',
];
/** Tables that are not backed up. */
const notBackedUp: readonly Table[] = [...signIns, 'notice'];
/** Tables that `tablesInUse` ignores. Most of them get rows even if the site has no data of people. */
const housekeeping: readonly Table[] = [
  'secret',
  'retention_run',
  'erasure',
  'letters_begun',
  'backup_moment',
  ...notBackedUp,
];

export const movedTables = tables.filter((table) => !neverCopied.includes(table));
export const backedUpTables = movedTables.filter((table) => !notBackedUp.includes(table));

/** How many values a page has at most. It must fit into one statement, and an engine takes 32,766 parameters. */
const VALUES_PER_PAGE = 32_000;

/** The rows of a table in the order of its primary key, which is the same in every engine. */
export async function* pagesOf(db: Kysely<Database>, table: Table): AsyncGenerator<Row[]> {
  const keys: readonly string[] = schema[table].key;
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const rowsPerPage = Math.floor(VALUES_PER_PAGE / Object.keys(schema[table].columns).length);
  let last: Row | undefined;
  do {
    // An engine may answer synchronously. Without this pause the event loop could not handle Ctrl-C between pages.
    await setImmediate();
    const further = last
      ? sql`WHERE (${columns}) > (${sql.join(keys.map((key) => last?.[key]))})`
      : sql``;
    const { rows } = await sql<Row>`
      SELECT * FROM ${sql.table(table)} ${further} ORDER BY ${columns} LIMIT ${rowsPerPage}
    `.execute(db);
    if (rows.length > 0) yield rows;
    last = rows.length === rowsPerPage ? rows.at(-1) : undefined;
  } while (last);
}

export async function countRows(db: Kysely<Database>, counted: readonly Table[]): Promise<number> {
  const counts = counted.map((table) => sql`(SELECT count(*) FROM ${sql.table(table)})`);
  const { rows } = await sql<{ n: number }>`SELECT ${sql.join(counts, sql` + `)} AS n`.execute(db);
  return Number(rows[0]?.n);
}

/** The tables that have rows, except those of `housekeeping`. If there are none, the database is unused. */
export async function tablesInUse(db: Kysely<Database>): Promise<Table[]> {
  const used: Table[] = [];
  for (const table of tables) {
    if (!housekeeping.includes(table) && (await hasAny(db, table))) used.push(table);
  }
  return used;
}

export async function emptyTables(db: Kysely<Database>): Promise<void> {
  for (const table of tables) await db.deleteFrom(table).execute();
}

/** @yields conditions that divide a table into ranges of numbers. A step for one range reads and changes few rows */
export async function* ranges(
  db: Kysely<Database>,
  table: Table,
  column: 'id' | 'key',
  perRange: number,
): AsyncGenerator<RawBuilder<boolean>> {
  const [all, number] = [sql.table(table), sql.ref(column)];
  // Each end has a subquery, because an engine would read the whole table if one SELECT asked for both.
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    SELECT (SELECT min(${number}) FROM ${all}) AS first, (SELECT max(${number}) FROM ${all}) AS last`.execute(
    db,
  );
  const last = rows[0]?.last ?? -1;
  for (let from = rows[0]?.first ?? 0; from <= last; from += perRange) {
    yield sql<boolean>`${number} >= ${from} AND ${number} < ${from + perRange}`;
  }
}

/** @returns how many rows were deleted */
export async function deleteRows(
  db: Kysely<Database>,
  table: Table,
  condition: RawBuilder<boolean>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ${condition}`.execute(db);
  return Number(numAffectedRows);
}

/** Whether a table has a row that matches a condition. */
export async function hasAny(
  db: Kysely<Database>,
  table: Table,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<boolean> {
  const found = await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${condition} LIMIT 1`.execute(db);
  return found.rows.length > 0;
}
