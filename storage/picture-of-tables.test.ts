import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { otherTables, schema, type TableDefinition } from './schema.ts';

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
