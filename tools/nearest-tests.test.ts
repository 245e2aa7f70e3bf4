import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestTests } from './nearest-tests.ts';

const files = Object.entries({
  'server/name.ts': '',
  'server/name.test.ts': "import { name } from './name.ts';",
  'server/name-of-two.test.ts': '',
  'server/names.test.ts': '',
  'web/name.test.ts': '',
  'server/header.ts': "import { name } from './name.ts';",
  'server/app.ts': "import { header } from './header.ts';\nimport type { T } from './types.ts';",
  'server/app.test.ts': "import { app } from './app.ts';",
  'server/slow.test.ts': "import { run } from './run.ts';",
  'server/run.ts': "import { app } from './app.ts';",
  'server/list.test.ts': "import { name } from './name.ts';",
  'server/types.ts': '',
  'browser-tests/home.spec.ts': "import { name } from '../server/name.ts';",
}).map(([path, text]) => ({ path, text }));

const cases: [what: string, changed: string[], tests: string[]][] = [
  [
    'the tests with the name of the file in the same folder, and those that import it',
    ['server/name.ts'],
    ['server/name.test.ts', 'server/name-of-two.test.ts', 'server/list.test.ts'],
  ],
  [
    'the tests that import the file through the fewest others, if no test has its name',
    ['server/header.ts'],
    ['server/app.test.ts'],
  ],
  ['the changed file, if it is a test', ['server/slow.test.ts'], ['server/slow.test.ts']],
  [
    'each test once, if several files were changed',
    ['server/app.ts', 'server/header.ts'],
    ['server/app.test.ts'],
  ],
  ['no test if only types are imported', ['server/types.ts'], []],
  ['no test for a document or a deleted file', ['README.md', 'gone.ts'], []],
];
for (const [what, changed, tests] of cases) {
  test(`for a changed file finds ${what}`, () =>
    assert.deepEqual(nearestTests(changed, files), tests));
}
