import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dependsOnEngine, groupTests } from './test-groups.ts';

const file = (path: string, text = '') => ({ path, text });

test('test files of a folder share a process', () => {
  const paths = ['server/http/a.test.ts', 'server/http/b.test.ts', 'server/pages/c.test.ts'];
  assert.deepEqual(
    groupTests(paths.map((path) => file(path))).map((group) => group.paths),
    [paths.slice(0, 2), paths.slice(2)],
  );
});

test('a test file runs in a separate process if its hooks would run around tests of other files', () => {
  const hooked = file('server/http/a.test.ts', 'beforeEach(() => {});\n');
  const others = ['b', 'c'].map((name) => file(`server/http/${name}.test.ts`, '  before('));
  assert.deepEqual(
    groupTests([...others, hooked]).map(({ paths }) => paths.length),
    [2, 1],
  );
});

test('test files of commands start last, and run in parallel', () => {
  const paths = ['contract/a.test.ts', 'commands/b.test.ts', 'commands/c.test.ts'];
  assert.deepEqual(
    groupTests(paths.map((path) => file(path))).map(({ name }) => name),
    ['contract/', 'commands/b.test.ts', 'commands/c.test.ts'],
  );
});

test('a test file depends on the engine if it opens an app, a server or a database of the engine', () => {
  for (const call of ['createTestApp({})', 'startServer()', 'createTestDatabase()']) {
    assert.ok(
      dependsOnEngine(file('server/new-room/a.test.ts', `const it = await ${call};`)),
      call,
    );
  }
  const everyEngine = 'for (const engine of testEngines) startServer({ engine })';
  for (const text of ['createSqliteDatabase()', "canonicalEmail('a@b')", everyEngine]) {
    assert.ok(!dependsOnEngine(file('server/waitlist/a.test.ts', text)), text);
  }
});

test('tests of requests, pages and processes run on one engine', () => {
  for (const path of ['server/http/a', 'server/pages/a', 'server/app', 'commands/serve']) {
    assert.ok(!dependsOnEngine(file(`${path}.test.ts`, 'createTestApp()')), path);
  }
});

test('a test file runs once on each engine, never on two engines in one process', () => {
  const path = 'server/waitlist/a.test.ts';
  const groups = groupTests([file(path), { ...file(path), engine: 'PostgreSQL' }]);
  assert.deepEqual(
    groups.map(({ name, paths, engine }) => ({ name, paths, engine })),
    [
      { name: 'server/waitlist', paths: [path], engine: undefined },
      { name: 'server/waitlist on PostgreSQL', paths: [path], engine: 'PostgreSQL' },
    ],
  );
});
