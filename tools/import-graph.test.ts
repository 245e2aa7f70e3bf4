import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { nearestTests } from './import-graph.ts';

const files = [
  ['server/waitlist/sign-up.ts', "import { join } from '../../storage/waitlist/join.ts';"],
  ['server/waitlist/leave.test.ts', ''],
  ['storage/waitlist/join.ts', ''],
  ['storage/waitlist/waves.test.ts', ''],
  ['commands/waitlist.test.ts', ''],
  ['server/letters/send.test.ts', ''],
].map(([path = '', text = '']) => ({ path, text }));
const testsOf = (...changed: string[]) => nearestTests(changed, files).tests.toSorted();

test('the nearest tests are those of the noun, in the module of the change and in those above it', () => {
  const above = ['commands/waitlist.test.ts', 'server/waitlist/leave.test.ts'];
  assert.deepEqual(testsOf('server/waitlist/sign-up.ts'), above);
  assert.deepEqual(testsOf('storage/waitlist/join.ts'), [
    ...above,
    'storage/waitlist/waves.test.ts',
  ]);
  assert.deepEqual(testsOf('storage/steps.ts'), [], 'a module is no noun');
});

test('a change of a schema is tested by the tests of every call, which exist', () => {
  const [access = '', ...others] = testsOf('contract/schemas/notes.ts');
  assert.equal(access, 'server/hostile-texts.test.ts');
  for (const path of [access, ...others]) assert.ok(existsSync(path), path);
});
