import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../testing/databases/test-databases.ts';
import { Dice } from '../testing/dice.ts';
import { killWhileSending } from '../testing/load/letter-kills.ts';

const KILLS = 5;

for (const engine of testEngines) {
  test(`${KILLS} kills while letters are sent lose none and send none twice, on ${engine.name}`, async (t) => {
    const report = await killWhileSending(engine, { letters: 60, kills: KILLS, dice: new Dice(5) });
    t.diagnostic(JSON.stringify(report));
    assert.equal(report.kills, KILLS);
    assert.equal(report.receivedTwice, 0);
    assert.equal(report.lost, 0);
    assert.equal(report.neverReceived, 0);
    assert.ok(report.unclear <= 2 * KILLS);
    assert.ok(report.received >= 60 - 2 * KILLS);
  });
}
