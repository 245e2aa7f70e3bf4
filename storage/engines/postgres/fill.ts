import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Filling } from '../../engine.ts';
import type { Row } from '../../tables.ts';

/** Fills tables in one transaction. */
export async function fill<Result>(
  database: Kysely<Database>,
  work: (filling: Filling) => Promise<Result>,
): Promise<Result> {
  return await database.transaction().execute((db) => work({ db, ...fillingOf(db) }));
}

function fillingOf(db: Kysely<Database>): Omit<Filling, 'db'> {
  return {
    async insert(table, rows) {
      const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
      // One JSON parameter for all rows. PostgreSQL converts its values to the column types of the table.
      await sql`
        INSERT INTO ${sql.table(table)} (${columns})
        SELECT ${columns} FROM json_populate_recordset(NULL::${sql.table(table)}, ${asJson(rows)})
      `.execute(db);
    },
    async continueAfter(table, column, last) {
      // setval is not used, because a rollback does not undo it.
      await sql`
        ALTER TABLE ${sql.table(table)} ALTER COLUMN ${sql.ref(column)}
        RESTART WITH ${sql.lit(last + 1)}
      `.execute(db);
    },
  };
}

function asJson(rows: readonly Row[]): string {
  const readable = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, inJson(value)])),
  );
  return JSON.stringify(readable);
}

function inJson(value: Row[string] | undefined): string | number | null | undefined {
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}
