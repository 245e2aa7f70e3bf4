import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testEngines } from '../testing/databases/test-databases.ts';
import { NOON } from '../testing/databases/test-invites.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';
import type { Engine } from './engine.ts';
import { openEngine } from './engines/choose-engine.ts';
import { ROWS_PER_STEP } from './steps.ts';
import { createWaitlist } from './waitlist/waitlist.ts';

const ADMIN = { who: '+15550001111', at: NOON };
/** Others are about the whole. */
const MOST_ROWS = ROWS_PER_STEP + 100;
const people = Array.from({ length: 3 * ROWS_PER_STEP }, (_, n) => {
  return { email: `p@${n}.example`, joinedAt: NOON, confirmedAt: NOON };
});

/** Counts the rows that each transaction reads or changes. */
function watched(engine: Engine) {
  let mostRows = 0;
  const transaction: Engine['transaction'] = (rule) =>
    engine.transaction(async (db) => {
      let rows = 0;
      const counted = db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          rows += Number(result.numAffectedRows ?? result.rows.length);
          return result;
        },
      });
      const result = await rule(counted);
      mostRows = Math.max(mostRows, rows);
      return result;
    });
  return { engine: { ...engine, transaction }, mostRows: () => mostRows };
}

for (const { name, ...testEngine } of testEngines) {
  describe(`a large change on ${name}`, () => {
    const database = storageForEachTest({ name, ...testEngine });

    test('is made in steps of few rows when people are imported', async () => {
      await using engine = await openEngine(database.url, 'command');
      const { engine: counted, mostRows } = watched(engine);
      await createWaitlist(counted).importPeople(people, ADMIN);
      assert.ok(mostRows() <= MOST_ROWS, `${mostRows()} rows`);
      assert.deepEqual((await database.storage.recount()).differences, []);
    });
  });
}
