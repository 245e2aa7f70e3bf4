import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killTargets, runKillRounds } from '../testing/load/kill-rounds.ts';

/** `npm run prove D1` kills a hundred times. */
const ROUNDS = 1;
/**
 * With fewer acknowledged writes, the kills may have hit an idle server. The minimum is so low that slow machines reach
 * it.
 */
const LEAST_ACKNOWLEDGED = 20 * ROUNDS;

for (const target of killTargets) {
  test(`a kill under load loses no acknowledged write and counts none twice, on ${target.name}`, async (t) => {
    const report = await runKillRounds(target, ROUNDS);
    t.diagnostic(JSON.stringify(report));
    assert.ok(report.signUps >= LEAST_ACKNOWLEDGED);
    assert.ok(report.visits >= LEAST_ACKNOWLEDGED);
    assert.equal(report.lost, 0);
    assert.equal(report.storedTwice, 0);
    assert.ok(report.views >= report.visits);
    assert.ok(report.views <= report.visits + report.unanswered);
    assert.deepEqual(report.differences, []);
    assert.equal(report.integrity, 'ok');
  });
}
