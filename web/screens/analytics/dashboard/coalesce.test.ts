import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { coalesce } from './coalesce.ts';

test('many calls become one immediate run, and one more run after the pause', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let runs = 0;
  const request = coalesce(async () => {
    runs += 1;
  }, 1_000);
  for (let n = 0; n < 10; n++) request();
  assert.equal(runs, 1);
  mock.timers.tick(999);
  await nextTurn();
  assert.equal(runs, 1);
  mock.timers.tick(1);
  await nextTurn();
  assert.equal(runs, 2);
  mock.timers.tick(10_000);
  await nextTurn();
  assert.equal(runs, 2);
});

test('a slow run ends before the next run starts', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const runs: PromiseWithResolvers<void>[] = [];
  const request = coalesce(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  }, 1_000);
  request();
  request();
  mock.timers.tick(5_000);
  await nextTurn();
  assert.equal(runs.length, 1);
  runs[0]?.resolve();
  await nextTurn();
  assert.equal(runs.length, 2);
});
