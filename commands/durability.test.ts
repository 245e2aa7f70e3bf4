import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillRounds } from '../server/testing/kill-rounds.ts';

test('ten servers killed under load lose nothing that was acknowledged, and count it once', async (t) => {
  const { signUps, visits, integrity } = await runKillRounds(10);
  t.diagnostic(`${signUps.acknowledged} addresses acknowledged, ${signUps.kept} kept`);
  t.diagnostic(`${visits.acknowledged} visits acknowledged, ${visits.counted} counted`);
  assert.ok(signUps.acknowledged >= 1_000);
  assert.ok(visits.acknowledged >= 1_000);
  assert.deepEqual(signUps.lost, []);
  assert.equal(signUps.storedTwice, 0);
  assert.equal(visits.lost, 0);
  assert.ok(visits.counted >= visits.acknowledged);
  assert.ok(visits.counted <= visits.acknowledged + visits.unanswered);
  assert.deepEqual(visits.differences, []);
  assert.equal(integrity, 'ok');
});
