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
  ['browser-tests/analytics.spec.ts', ''],
  ['browser-tests/analytics-app.spec.ts', ''],
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

test('a change of a screen is tested in the browser by the tests of the screen, or of its part if it has some', () => {
  const specsOf = (changed: string) => nearestTests([changed], files).specs;
  assert.deepEqual(specsOf('web/screens/analytics/app/a.tsx'), [
    'browser-tests/analytics-app.spec.ts',
  ]);
  assert.equal(specsOf('web/screens/analytics/parts/a.tsx').length, 2);
  const [every = '', ...none] = specsOf('web/document.tsx');
  assert.ok(existsSync(every));
  assert.deepEqual([none, specsOf('server/app.ts')], [[], []]);
});
