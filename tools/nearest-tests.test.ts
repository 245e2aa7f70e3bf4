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
    'by its name in the same folder, and by imports',
    ['server/name.ts'],
    ['server/name.test.ts', 'server/name-of-two.test.ts', 'server/list.test.ts'],
  ],
  [
    'by imports through the fewest files, if no test has the name of the changed file',
    ['server/header.ts'],
    ['server/app.test.ts'],
  ],
  ['a test that was changed itself', ['server/slow.test.ts'], ['server/slow.test.ts']],
  [
    'for several changed files, each test once',
    ['server/app.ts', 'server/header.ts'],
    ['server/app.test.ts'],
  ],
  ['none if only types are imported', ['server/types.ts'], []],
  ['none for files that are not code', ['README.md', 'gone.ts'], []],
];
for (const [what, changed, tests] of cases) {
  test(`finds the tests: ${what}`, () => assert.deepEqual(nearestTests(changed, files), tests));
}
