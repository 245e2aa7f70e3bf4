import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { query, testEngines } from '../testing/databases/test-databases.ts';
import type { TableTexts } from '../testing/databases/test-engine.ts';
import type { ColumnTypes } from './engine.ts';
import { openEngine } from './engines/choose-engine.ts';
import { migrate } from './migrations/migrate.ts';
import { schema, type TableDefinition, unloggedTables } from './schema.ts';

function linesOf(table: string, { columns, ...definition }: TableDefinition, by: TableTexts) {
  const { key, unique = [], indexes = [], isKeptInKeyOrder } = definition;
  return [
    ...Object.entries(columns).map(([name, column]) => {
      const type = by.types[column.type] ?? column.type;
      const { default: value } = column;
      const given = typeof value === 'string' ? `'${value}'` : value;
      return `${table}.${name} ${type}${column.mayBeNull ? ', null' : ''}${value === undefined ? '' : `, default ${given}`}`;
    }),
    `${table} key ${key.join(', ')}${isKeptInKeyOrder && by.keepsKeyOrder ? ' in order' : ''}`,
    ...unique.map((of) => `${table} unique ${of}`),
    ...indexes.map((of) => `${table} index ${of}`),
  ];
}

for (const { name, createBare, tableTexts: by } of testEngines) {
  describe(`the schema on ${name}`, () => {
    test('has every table, column, key and index that the migrations make, and no others', async () => {
      await using database = await createBare();
      let unlogged: ColumnTypes['unlogged'];
      {
        await using engine = await openEngine(database.url, 'mover');
        await engine.migrate(async (db, types) => {
          unlogged = types.unlogged;
          await migrate(db, types);
        });
      }
      const made: string[] = [];
      for (const statement of by.statements) {
        made.push(...(await query(database.url, statement)).map(({ line }) => String(line)));
      }
      const tables: Record<string, TableDefinition> = {
        ...schema,
        ...(unlogged && unloggedTables),
      };
      assert.deepEqual(
        made.filter((line) => !/^(migration|sqlite_)/.test(line)).toSorted(),
        Object.entries(tables)
          .flatMap(([table, definition]) => linesOf(table, definition, by))
          .toSorted(),
      );
    });
  });
}

const architecture = readFileSync(join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8');
const [, picture = ''] = /erDiagram\n([\s\S]*?)```/.exec(architecture) ?? [];
const lines = picture.trim().split('\n');
const relations = lines.flatMap((line) => {
  const [, from = '', to = '', column = ''] = /^ *(\w+) \S+ (\w+) : (\w+)$/.exec(line) ?? [];
  return from ? [{ from, to, column }] : [];
});
const alone = lines.filter((line) => /^ *\w+$/.test(line)).map((line) => line.trim());
const tables: Readonly<Record<string, TableDefinition>> = { ...schema, ...unloggedTables };

test('the picture in ARCHITECTURE.md has every table of the schema, and columns that exist', () => {
  const drawn = new Set([...relations.flatMap(({ from, to }) => [from, to]), ...alone]);
  assert.deepEqual([...drawn].toSorted(), Object.keys(tables).toSorted());
  for (const { to, column } of relations) {
    assert.ok(tables[to]?.columns[column], `${to} has a column ${column}`);
  }
  assert.equal(relations.length + alone.length, lines.length);
});
