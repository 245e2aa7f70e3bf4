import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes } from '../engine.ts';
import type { Column, TableDefinition } from '../schema.ts';

const FINGERPRINT_DIGITS = 16;

export type Migration = (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>;
export type Migrations = Readonly<Record<string, Migration>>;

type Tables = Readonly<Record<string, TableDefinition>>;

export interface Baseline {
  /** The name of the migration. A database stores it, so one that was made from other definitions is refused. */
  readonly name: string;
  readonly create: Migration;
}

/**
 * The first migration: it makes tables and their indexes, without what later migrations add.
 *
 * @param unlogged tables that only an engine with `ColumnTypes.unlogged` has
 */
export function createBaseline(tables: Tables, unlogged: Tables): Baseline {
  const made = { tables: withoutAdded(tables), unlogged: withoutAdded(unlogged) };
  return {
    name: `001-tables-${fingerprintOf(made)}`,
    async create(db, types) {
      for (const [name, table] of Object.entries(made.tables))
        await createTable(db, types, name, table, sql``);
      if (!types.unlogged) return;
      for (const [name, table] of Object.entries(made.unlogged))
        await createTable(db, types, name, table, types.unlogged);
    },
  };
}

/** The later migrations, by name. Each adds the tables and columns whose `addedBy` is its name. */
export function createAdditions(tables: Tables): Migrations {
  const parts = Object.values(tables).flatMap((table) => [table, ...Object.values(table.columns)]);
  const names = new Set(parts.flatMap(({ addedBy }) => addedBy ?? []));
  return Object.fromEntries([...names].toSorted().map((name) => [name, addition(tables, name)]));
}

function addition(tables: Tables, migration: string): Migration {
  return async (db, types) => {
    for (const [name, table] of Object.entries(tables)) {
      if (table.addedBy === migration) await createTable(db, types, name, table, sql``);
      for (const [column, definition] of Object.entries(table.columns)) {
        if (definition.addedBy !== migration) continue;
        const text = textOf(definition, types);
        await sql`ALTER TABLE ${sql.table(name)} ADD COLUMN ${sql.ref(column)} ${text}`.execute(db);
      }
    }
  };
}

function withoutAdded(tables: Tables): Tables {
  const without = <Part extends { addedBy?: string }>(parts: Readonly<Record<string, Part>>) =>
    Object.entries(parts).filter(([, { addedBy }]) => !addedBy);
  return Object.fromEntries(
    without(tables).map(([name, table]) => [
      name,
      { ...table, columns: Object.fromEntries(without(table.columns)) },
    ]),
  );
}

/** The order of tables and columns does not change it. */
function fingerprintOf(definitions: object): string {
  const inOrder = (_: string, value: unknown) =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const text = JSON.stringify(definitions, inOrder);
  return createHash('sha256').update(text).digest('hex').slice(0, FINGERPRINT_DIGITS);
}

async function createTable(
  db: Kysely<unknown>,
  types: ColumnTypes,
  name: string,
  { columns, key, isKeptInKeyOrder, unique = [], indexes = [] }: TableDefinition,
  kind: RawBuilder<unknown>,
): Promise<void> {
  const parts = Object.entries(columns).map(
    ([column, definition]) => sql`${sql.ref(column)} ${textOf(definition, types)}`,
  );
  // The types of generated keys contain PRIMARY KEY.
  if (!key.some((column) => columns[column]?.type.startsWith('id')))
    parts.push(sql`PRIMARY KEY (${sql.join(key.map((column) => sql.ref(column)))})`);
  const end = isKeptInKeyOrder ? types.keptInKeyOrder : sql``;
  await sql`CREATE ${kind} TABLE ${sql.table(name)} (${sql.join(parts)}) ${end}`.execute(db);
  for (const of of unique) await createIndex(db, sql`UNIQUE INDEX`, name, of);
  for (const of of indexes) await createIndex(db, sql`INDEX`, name, of);
}

function textOf({ type, mayBeNull, default: value }: Column<unknown>, types: ColumnTypes) {
  const { id, idNeverReused, text, bytes } = types;
  const named: Partial<Record<typeof type, RawBuilder<unknown>>> = {
    id,
    idNeverReused,
    text,
    bytes,
  };
  if (type.startsWith('id')) return named[type];
  const given = value === undefined ? sql`` : sql` DEFAULT ${sql.lit(value)}`;
  return sql`${named[type] ?? sql.raw(type)}${mayBeNull ? sql`` : sql` NOT NULL`}${given}`;
}

/** @param of its columns, and a condition after `where`, as in SQL */
async function createIndex(
  db: Kysely<unknown>,
  kind: RawBuilder<unknown>,
  table: string,
  of: string,
): Promise<void> {
  const [columns = '', condition] = of.split(' where ');
  const name = `${table}_by_${columns.replaceAll(/\W+/g, '_')}`;
  const where = condition ? sql.raw(` where ${condition}`) : sql``;
  await sql`CREATE ${kind} ${sql.ref(name)} ON ${sql.table(table)} (${sql.raw(columns)})${where}`.execute(
    db,
  );
}
