import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { query, testEngines } from '../testing/databases/test-databases.ts';
import type { ColumnTypes } from './engine.ts';
import { openEngine } from './engines/choose-engine.ts';
import { migrate } from './migrations/migrate.ts';
import { type Column, otherTables, schema, type TableDefinition } from './schema.ts';

/** How an engine describes its tables: one text for each column, key and index. */
interface Described {
  /** Statements that return these texts as `line`. */
  statements: readonly string[];
  /** The names of types that differ from those of `Column`. */
  types: Readonly<Partial<Record<Column<unknown>['type'], string>>>;
  keepsKeyOrder: boolean;
}

const described: Readonly<Record<string, Described>> = {
  SQLite: {
    types: { id: 'integer', idNeverReused: 'integer autoincrement', bytes: 'blob' },
    keepsKeyOrder: true,
    statements: [
      `SELECT t.name || '.' || c.name || ' ' || lower(c.type) || iif(c.pk AND t.sql LIKE '%autoincrement%', ' autoincrement', '')
         || iif(c."notnull" OR c.pk, '', ', null') || coalesce(', default ' || c.dflt_value, '') AS line
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
      `SELECT t.name || ' key ' || group_concat(c.name, ', ' ORDER BY c.pk) || iif(l.wr, ' in order', '') AS line
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c, pragma_table_list(t.name) AS l
       WHERE t.type = 'table' AND c.pk GROUP BY t.name`,
      `SELECT t.name || iif(i."unique", ' unique ', ' index ')
         || (SELECT group_concat(c.name || iif(c."desc", ' desc', ''), ', ' ORDER BY c.seqno)
             FROM pragma_index_xinfo(i.name) AS c WHERE c.key)
         || iif(i.partial, (SELECT replace(substr(sql, instr(sql, ' where ')), '"', '')
             FROM sqlite_schema WHERE name = i.name), '') AS line
       FROM sqlite_schema AS t, pragma_index_list(t.name) AS i WHERE t.type = 'table' AND i.origin <> 'pk'`,
    ],
  },
  PostgreSQL: {
    types: { id: 'bigint identity', idNeverReused: 'integer identity', bytes: 'bytea' },
    keepsKeyOrder: false,
    statements: [
      `SELECT table_name || '.' || column_name || ' ' || data_type
         || CASE WHEN data_type = 'text' AND collation_name IS DISTINCT FROM 'C' THEN ' of another order' ELSE '' END
         || CASE is_identity WHEN 'YES' THEN ' identity' ELSE '' END
         || CASE is_nullable WHEN 'YES' THEN ', null' ELSE '' END
         || coalesce(', default ' || replace(column_default, '::text', ''), '') AS line
       FROM information_schema.columns WHERE table_schema = current_schema()`,
      `SELECT indrelid::regclass || CASE WHEN indisprimary THEN ' key ' WHEN indisunique THEN ' unique ' ELSE ' index ' END
         || string_agg(pg_get_indexdef(indexrelid, n::int, true)
              || CASE WHEN indoption[n::int - 1] & 1 = 1 THEN ' desc' ELSE '' END, ', ' ORDER BY n)
         || coalesce(' where ' || lower(trim(both '()' from pg_get_expr(indpred, indrelid))), '') AS line
       FROM pg_index JOIN pg_class ON oid = indexrelid, generate_series(1, indnkeyatts) AS n
       WHERE relnamespace = current_schema()::regnamespace
       GROUP BY indexrelid, indrelid, indisprimary, indisunique, indpred`,
    ],
  },
};

function linesOf(table: string, { columns, ...definition }: TableDefinition, by: Described) {
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

for (const { name, createBare } of testEngines) {
  describe(`the schema on ${name}`, () => {
    test('has every table, column, key and index that the migrations make, and no others', async () => {
      const by = described[name];
      assert.ok(by, `say in this test how ${name} describes its tables`);
      const database = await createBare();
      try {
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
        const tables: Record<string, TableDefinition> = { ...schema, ...otherTables };
        if (!unlogged) delete tables['limit_window'];
        assert.deepEqual(
          made.filter((line) => !/^(migration|sqlite_)/.test(line)).toSorted(),
          Object.entries(tables)
            .flatMap(([table, definition]) => linesOf(table, definition, by))
            .toSorted(),
        );
      } finally {
        await database.remove();
      }
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
const tables: Readonly<Record<string, TableDefinition>> = { ...schema, ...otherTables };

test('the picture in ARCHITECTURE.md has every table of the schema, and columns that exist', () => {
  const drawn = new Set([...relations.flatMap(({ from, to }) => [from, to]), ...alone]);
  assert.deepEqual([...drawn].toSorted(), Object.keys(tables).toSorted());
  for (const { to, column } of relations) {
    assert.ok(tables[to]?.columns[column], `${to} has a column ${column}`);
  }
  assert.equal(relations.length + alone.length, lines.length);
});
