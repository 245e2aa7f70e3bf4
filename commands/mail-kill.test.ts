import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_AT_ONCE } from '../server/letters/send-letters.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { killWhileSending } from '../testing/load/letter-kills.ts';
import { killDuringMailing } from '../testing/load/mailing-kills.ts';
import { RandomValues } from '../testing/random-values.ts';

/** `npm run prove L1 L8` kills hundreds of times. */
const KILLS = 2;
const LETTERS = 30;

for (const engine of testEngines) {
  test(`after ${KILLS} kills while letters are sent, no letter is lost or was sent twice, on ${engine.name}`, async (t) => {
    const report = await killWhileSending(engine, {
      letters: LETTERS,
      kills: KILLS,
      random: new RandomValues(5),
    });
    t.diagnostic(JSON.stringify(report));
    assert.equal(report.kills, KILLS);
    assert.equal(report.receivedTwice, 0);
    assert.equal(report.lost, 0);
    assert.equal(report.neverReceived, 0);
    assert.ok(report.uncertain <= MOST_AT_ONCE * KILLS);
    assert.ok(report.received >= LETTERS - MOST_AT_ONCE * KILLS);
  });

  test(`after ${KILLS} kills while a mailing is sent, its sum holds, and no person got it twice or is invited without it, on ${engine.name}`, async (t) => {
    const options = { people: LETTERS, kills: KILLS, random: new RandomValues(5) };
    const { letters, ...report } = await killDuringMailing(engine, options);
    t.diagnostic(JSON.stringify({ ...report, letters }));
    assert.deepEqual(
      { ...report, received: 0 },
      {
        ...{ kills: KILLS, received: 0, receivedTwice: 0, unbalanced: 0 },
        ...{ deniedReceived: 0, neverReceived: 0 },
      },
    );
    assert.ok(letters.uncertain <= MOST_AT_ONCE * KILLS);
    assert.equal(letters.accepted + letters.uncertain + letters.gone, LETTERS);
  });
}
