import { definitionsOf, query, tablesOf } from '../../testing/databases/test-databases.ts';

/** The whole content of a database. */
export interface DatabaseState {
  /** The migrations that were applied. */
  readonly applied: readonly string[];
  /** Its tables and indexes, one line each. */
  readonly definitions: readonly string[];
  /** The rows of each table, in no particular order. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}
type Row = Readonly<Record<string, unknown>>;

/** The names of the migrator's own tables, which it makes before the first migration. */
const MIGRATOR_TABLE = /^migration(_|$)/;
const NAMES_MIGRATOR_TABLE = /(^|[ _])migration(_|\b)/;

export async function readState(url: string): Promise<DatabaseState> {
  const tables = await tablesOf(url);
  const applied = tables.includes('migration')
    ? await query(url, 'SELECT name FROM migration ORDER BY name')
    : [];
  const rows = new Map<string, Row[]>();
  for (const table of tables.filter((name) => !MIGRATOR_TABLE.test(name)).toSorted()) {
    rows.set(table, await query(url, `SELECT * FROM ${table}`));
  }
  return {
    applied: applied.map(({ name }) => String(name)),
    definitions: (await definitionsOf(url)).filter((line) => !NAMES_MIGRATOR_TABLE.test(line)),
    rows,
  };
}

export function areEqual(one: DatabaseState, other: DatabaseState): boolean {
  return asText(one) === asText(other);
}

/** @returns the tables that have a row in the older state which is missing or has other values in the newer state */
export function tablesWithLosses(older: DatabaseState, newer: DatabaseState): string[] {
  const losing = [...older.rows].filter(([table, rows]) => {
    const left = newer.rows.get(table) ?? [];
    return !rows.every((row) => left.some((candidate) => includes(candidate, row)));
  });
  return losing.map(([table]) => table);
}

function includes(row: Row, older: Row): boolean {
  return Object.entries(older).every(
    ([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value),
  );
}

function asText({ applied, definitions, rows }: DatabaseState): string {
  const contents = [...rows].map(([table, all]) => [
    table,
    all.map((row) => JSON.stringify(row)).toSorted(),
  ]);
  return JSON.stringify([applied, definitions, contents]);
}
