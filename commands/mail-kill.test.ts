import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEngines } from '../testing/databases/test-databases.ts';
import { killDuringMailing } from '../testing/load/mailing-kills.ts';
import { RandomValues } from '../testing/random-values.ts';

/** `npm run prove L1 L8` kills hundreds of times. */
const KILLS = 2;
const LETTERS = 30;

for (const engine of testEngines) {
  test(`after ${KILLS} kills while a mailing is sent, no letter is lost, and no person got it twice or is invited without it, on ${engine.name}`, async (t) => {
    const options = { people: LETTERS, kills: KILLS, random: new RandomValues(5) };
    const { letters, received, ...report } = await killDuringMailing(engine, options);
    t.diagnostic(JSON.stringify({ ...report, received, letters }));
    assert.deepEqual(report, {
      kills: KILLS,
      receivedTwice: 0,
      unbalanced: 0,
      deniedReceived: 0,
      neverReceived: 0,
    });
    assert.ok(letters.uncertain <= KILLS);
    assert.ok(received > 0);
    assert.equal(letters.accepted + letters.uncertain + letters.gone, LETTERS);
  });
}
