import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBreaches } from './import-rules.ts';

const breach = (path: string, text = '') => findBreaches([{ path, text }]);

/** Apart, because this file is checked, too. */
const MKDIR = 'mkdir';

/** What is allowed is in this project: "npm run check:imports" finds no breach in it. */
const breaches: [what: string, path: string, text: string][] = [
  ['the contract imports the server', 'contract/a.ts', "import { b } from '../server/b.ts';"],
  ['the web imports storage', 'web/screens/a.tsx', "import '../../storage/b.ts';"],
  ['the web imports the server lazily', 'web/a.ts', "const b = await import('../server/b.ts');"],
  ['storage imports the brand', 'storage/a.ts', "import { brand } from '../brand.ts';"],
  ['the server imports a command', 'server/a.ts', "import type { B } from '../commands/b.ts';"],
  ['a module that is not listed imports another', 'attic/a.ts', "import { b } from '../web/b.ts';"],
  [
    'the contract imports the web in several lines',
    'contract/a.ts',
    "import {\n  a,\n  b,\n} from '../web/b.ts';",
  ],
  ['the web loads a schema', 'web/a.ts', "import { S } from '../contract/schemas/s.ts';"],
  ['the web loads every call', 'web/a.ts', "import { calls } from '../contract/calls.ts';"],
  ['an engine is named outside of its folder', 'server/a.ts', "const a = 'SQLite';"],
  ['a command names an engine', 'commands/a.ts', "const a = 'on PostgreSQL';"],
  ['a comment names an engine', 'server/a.ts', '// SQLite waits.'],
  ['a folder is made with recursive', 'server/a.ts', `await ${MKDIR}(a, { recursive: true });`],
  ['it is made so in a test', 'web/a.test.ts', `${MKDIR}Sync(a, {\n  recursive: true,\n});`],
  ['a folder is called utils', 'web/utils/a.ts', ''],
  ['a file is called helpers', 'server/helpers.ts', 'const a = 1;'],
  ['the last word of a file is utils', 'server/string-utils.ts', 'const a = 1;'],
  ['a test is called utils', 'server/utils.test.ts', 'const a = 1;'],
];
for (const [what, path, text] of breaches) {
  test(`it is a breach when ${what}`, () => assert.equal(breach(path, text).length, 1));
}

test('an import from a higher or the same layer is a breach', () => {
  const up = (from: string, to: string) => breach(from, `import { a } from '${to}';`);
  assert.match(String(up('server/http/a.ts', '../pages/b.ts')), /not in a layer below/);
  assert.match(String(up('server/invites/a.ts', '../identity/b.ts')), /not in a layer below/);
  assert.match(String(up('server/http/a.ts', '../app.ts')), /not in a layer below/);
  const byUrl = (to: string) => breach('server/http/a.ts', `new URL('${to}', import.meta.url)`);
  assert.match(String(byUrl('../app.ts')), /not in a layer below/);
  assert.match(String(up('server/attic/a.ts', '../app.ts')), /in no layer of server/);
  assert.match(String(up('proofs/fuzz/a.ts', '../d1-a.ts')), /not in a layer below/);
  assert.match(String(up('proofs/d1-a.ts', './d2-b.ts')), /not in a layer below/);
  assert.match(String(up('proofs/attic/a.ts', '../proof.ts')), /in no layer of proofs/);
  assert.match(String(up('testing/databases/a.ts', '../test-app.ts')), /not in a layer below/);
});

test('the core of the specification imports nothing of letters, launch, notices and mailings', () => {
  const file = (path: string, to: string) => ({ path, text: `import { a } from '${to}';` });
  const join = file('storage/waitlist/join.ts', '../people/positions.ts');
  const positions = (to: string) => file('storage/people/positions.ts', to);
  assert.match(String(findBreaches([join, positions('../letters/letter.ts')])), /reads alone/);
  assert.match(String(findBreaches([join, positions('../../contract/mail.ts')])), /reads alone/);
});

test('a screen may not import another screen, and web/design may not import a screen', () => {
  const up = (from: string, to: string) => breach(from, `import { a } from '${to}';`);
  assert.match(String(up('web/screens/home/a.tsx', '../invite/b.tsx')), /not in a layer below/);
  assert.match(String(up('web/design/a.tsx', '../screens/home/b.tsx')), /not in a layer below/);
  assert.match(String(up('web/screens/home/a.tsx', '../../prerender.tsx')), /not in a layer below/);
});

test('modules may import only the listed parts of storage', () => {
  const into = (module: string, to: string, what = '{ a }') =>
    breach(`${module}/a.ts`, `import ${what} from '../storage/${to}';`);
  for (const module of ['server', 'commands', 'tools', 'browser-tests']) {
    for (const to of ['engines/a.ts', 'invites/a.ts', 'tables.ts']) {
      const found = into(module, to).filter((breach) => breach.includes('may not import'));
      assert.equal(found.length, 1, `${module} imports ${to}`);
    }
  }
  assert.match(String(into('server', 'backup/a.ts')), /may not import/);
  assert.match(String(into('server', 'engines/a.ts', 'type { A }')), /may not import/);
});
