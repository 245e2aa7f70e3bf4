import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runKillRounds } from '../testing/load/kill-rounds.ts';
import { killTargets } from '../testing/load/kill-targets.ts';
import { killWholeBatches } from '../testing/load/whole-batches.ts';

/** `npm run prove D1` kills a hundred times. */
const ROUNDS = 2;
/**
 * With fewer acknowledged writes, the kills may have hit an idle server. The minimum is so low that slow machines reach
 * it.
 */
const LEAST_ACKNOWLEDGED = 20 * ROUNDS;

for (const target of killTargets) {
  test(`${ROUNDS} kills under load lose no acknowledged write and count none twice, on ${target.name}`, async (t) => {
    const { signUps, visits, integrity } = await runKillRounds(target, ROUNDS);
    t.diagnostic(`${signUps.acknowledged} addresses acknowledged, ${signUps.kept} kept`);
    t.diagnostic(`${visits.acknowledged} visits acknowledged, ${visits.counted} counted`);
    assert.ok(signUps.acknowledged >= LEAST_ACKNOWLEDGED);
    assert.ok(visits.acknowledged >= LEAST_ACKNOWLEDGED);
    assert.deepEqual(signUps.lost, []);
    assert.equal(signUps.storedTwice, 0);
    assert.equal(visits.lost, 0);
    assert.ok(visits.counted >= visits.acknowledged);
    assert.ok(visits.counted <= visits.acknowledged + visits.unanswered);
    assert.deepEqual(visits.differences, []);
    assert.equal(integrity, 'ok');
  });
}

test(`${ROUNDS} kills leave only whole batches of every kind of write, on SQLite`, async (t) => {
  const { stored, unacknowledged } = await killWholeBatches(ROUNDS);
  t.diagnostic(`${stored} batches stored, ${unacknowledged} of them not acknowledged`);
  assert.ok(stored >= ROUNDS);
});
