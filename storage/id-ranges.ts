import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Table } from './tables.ts';

type NumberedTable = 'invite_event' | 'letter' | 'ask';

/** @yields conditions that divide a table into ranges of ids. A step for one range reads and changes few rows */
export async function* idRanges(
  db: Kysely<Database>,
  table: NumberedTable,
  idsPerRange: number,
): AsyncGenerator<RawBuilder<boolean>> {
  const { first, last } = await endsOf(db, table);
  for (let from = first; from <= last; from += idsPerRange) {
    yield sql<boolean>`id >= ${from} AND id < ${from + idsPerRange}`;
  }
}

/** Each end has a subquery, because SQLite would read the whole table if one SELECT asked for both. */
async function endsOf(
  db: Kysely<Database>,
  table: NumberedTable,
): Promise<{ first: number; last: number }> {
  const ends = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom(table)
        .select((of) => of.fn.min('id').as('id'))
        .as('first'),
      selectFrom(table)
        .select((of) => of.fn.max('id').as('id'))
        .as('last'),
    ])
    .executeTakeFirst();
  return { first: Number(ends?.first ?? 0), last: Number(ends?.last ?? -1) };
}

/** Whether a table has a row that matches a condition. */
export async function hasAny(
  db: Kysely<Database>,
  table: Table,
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const found = await sql`SELECT 1 FROM ${sql.table(table)} WHERE ${condition} LIMIT 1`.execute(db);
  return found.rows.length > 0;
}
