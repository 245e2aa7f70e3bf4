import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillRounds } from '../server/testing/kill-rounds.ts';

test('ten servers killed under load lose no address that was acknowledged', async (t) => {
  const { acknowledged, kept, ...rest } = await runKillRounds(10);
  t.diagnostic(`${acknowledged} addresses acknowledged, ${kept} kept`);
  assert.ok(acknowledged >= 1_000);
  assert.deepEqual(rest, { lost: [], storedTwice: 0, integrity: 'ok' });
});
