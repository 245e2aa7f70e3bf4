import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { migrate } from './migrate.ts';

const architecture = readFileSync(join(import.meta.dirname, '../../ARCHITECTURE.md'), 'utf8');
const [, picture = ''] = /erDiagram\n([\s\S]*?)```/.exec(architecture) ?? [];
const lines = picture.trim().split('\n');
const relations = lines.flatMap((line) => {
  const [, from = '', to = '', column = ''] = /^ *(\w+) \S+ (\w+) : (\w+)$/.exec(line) ?? [];
  return from ? [{ from, to, column }] : [];
});
const alone = lines.filter((line) => /^ *\w+$/.test(line)).map((line) => line.trim());
/** SQLite does not need this table. */
const ONLY_POSTGRESQL = 'limit_window';

for (const engine of testEngines) {
  test(`the picture in ARCHITECTURE.md has the tables of ${engine.name}`, async () => {
    const { url, remove } = await engine.createBare();
    try {
      await using opened = await openEngine(url, 'server');
      await opened.migrate(migrate);
      const tables = await opened.db.introspection.getTables();
      const columns = new Map(
        tables
          .filter(({ name }) => !name.startsWith('migration') && !name.startsWith('sqlite_'))
          .map((table) => [table.name, table.columns.map(({ name }) => name)]),
      );
      const drawn = new Set([...relations.flatMap(({ from, to }) => [from, to]), ...alone]);
      if (!columns.has(ONLY_POSTGRESQL)) drawn.delete(ONLY_POSTGRESQL);
      assert.deepEqual([...drawn].toSorted(), [...columns.keys()].toSorted());
      for (const { to, column } of relations) {
        assert.ok(columns.get(to)?.includes(column), `${to} has a column ${column}`);
      }
      assert.equal(relations.length + alone.length, lines.length);
    } finally {
      await remove();
    }
  });
}
