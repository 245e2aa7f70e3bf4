import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { persistently } from './set-up-identity.ts';

/** Advances the mocked clock, and lets pending promises settle before and after. */
async function tick(ms: number): Promise<void> {
  await nextTurn();
  mock.timers.tick(ms);
  await nextTurn();
}

test('a set-up that fails is retried 3 times, 1,000 ms apart', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let tries = 0;
  const outcome = persistently(async () => {
    tries += 1;
    throw new Error(`try ${tries}`);
  }).catch(String);
  await tick(999);
  assert.equal(tries, 1);
  await tick(1);
  assert.equal(tries, 2);
  await tick(1_000);
  assert.equal(tries, 3);
  await tick(1_000);
  assert.equal(tries, 4);
  assert.equal(await outcome, 'Error: try 4');
});

test('a try that does not end is stopped by its time limit', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let tries = 0;
  const outcome = persistently(() => {
    tries += 1;
    return tries === 1 ? new Promise<string>(() => {}) : Promise.resolve('ready');
  });
  await tick(5_000);
  await tick(1_000);
  assert.equal(await outcome, 'ready');
  assert.equal(tries, 2);
});

test('a set-up that succeeds is tried once', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let tries = 0;
  await persistently(async () => {
    tries += 1;
  });
  assert.equal(tries, 1);
});
