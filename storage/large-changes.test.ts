import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE_MS } from '../contract/durations.ts';
import { PREPARING } from '../contract/mailings.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { NOON } from '../testing/databases/test-invites.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';
import type { Engine } from './engine.ts';
import { openEngine } from './engines/choose-engine.ts';
import { createMailings } from './mailings/mailings.ts';
import { KEYS_PER_STEP } from './steps.ts';
import { createWaitlist } from './waitlist/waitlist.ts';

const ADMIN = { who: '+15550001111', at: NOON };
const BEGUN = NOON + 10 * MINUTE_MS;
const PEOPLE = KEYS_PER_STEP + 500;
/** Others are about the whole. */
const MOST_ROWS = KEYS_PER_STEP + 100;
const NEWS = { subject: 'News', words: 'News.', kind: 'everybody', people: PEOPLE } as const;
const people = Array.from({ length: PEOPLE }, (_, n) => {
  return { email: `p@${n}.example`, joinedAt: NOON, confirmedAt: NOON };
});

/** Counts the rows that each transaction reads or changes. @param before runs before the transaction with this number */
function watched(engine: Engine, before: (transaction: number) => Promise<unknown>) {
  let [transactions, mostRows] = [0, 0];
  const transaction: Engine['transaction'] = async (rule) => {
    await before(++transactions);
    return await engine.transaction(async (db) => {
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
  };
  return { engine: { ...engine, transaction }, mostRows: () => mostRows };
}

for (const { name, ...testEngine } of testEngines) {
  describe(`a large change on ${name}`, () => {
    const database = storageForEachTest({ name, ...testEngine });

    /** @param before as of `watched`, for what `act` does with mailings */
    async function withMailings(
      act: (mailings: ReturnType<typeof createMailings>) => Promise<unknown>,
      before: (transaction: number) => Promise<unknown> = async () => {},
    ): Promise<number> {
      await using engine = await openEngine(database.url, 'command');
      const { engine: counted, mostRows } = watched(engine, before);
      await act(createMailings(counted));
      return mostRows();
    }
    async function fill(): Promise<number> {
      await using engine = await openEngine(database.url, 'command');
      const { engine: counted, mostRows } = watched(engine, async () => {});
      await createWaitlist(counted).importPeople(people, ADMIN);
      await database.storage.audit.record(ADMIN, 'test-mailing');
      return mostRows();
    }

    test('is made in steps of few rows, whether people are imported, or a mailing is sent or ended', async () => {
      const most = [
        await fill(),
        await withMailings((mailings) => mailings.send(NEWS, ADMIN)),
        await withMailings((mailings) => mailings.end(ADMIN)),
        await withMailings((mailings) =>
          mailings.send({ ...NEWS, kind: 'next', people: 1_200 }, ADMIN),
        ),
        await withMailings((mailings) => mailings.end(ADMIN)),
      ];
      assert.ok(
        most.every((rows) => rows <= MOST_ROWS),
        most.join(' '),
      );
      assert.deepEqual((await database.storage.recount()).differences, []);
    });

    test('leaves out who has left while a mailing was being stored', async () => {
      await fill();
      const { members, mailings, recount } = database.storage;
      const [first, last] = [people[0]?.email ?? '', people.at(-1)?.email ?? ''];
      const leave = (transaction: number) =>
        transaction === 2
          ? Promise.all([first, last].map((email) => members.leave(email, NOON)))
          : Promise.resolve();
      await withMailings((ours) => ours.send(NEWS, ADMIN), leave);
      const sent = await mailings.find();
      assert.deepEqual(
        [sent?.people, sent?.letters.waiting, sent?.letters.gone, sent?.pausedWhy],
        [PEOPLE - 1, PEOPLE - 2, 1, null],
      );
      assert.deepEqual((await recount()).differences, []);
    });

    test('sends no letter of a mailing if it is stopped meanwhile, until an admin has ended that mailing', async () => {
      await fill();
      const { mailings, letters, recount } = database.storage;
      const stop = (transaction: number) =>
        transaction === 2 ? Promise.reject(new Error('stopped')) : Promise.resolve();
      await assert.rejects(
        withMailings((ours) => ours.send(NEWS, ADMIN), stop),
        /stopped/,
      );
      for (const act of ['find', 'pause', 'resume'] as const) {
        const found = act === 'find' ? await mailings.find() : await mailings[act](ADMIN);
        assert.deepEqual([found?.people, found?.pausedWhy], [KEYS_PER_STEP, PREPARING], act);
      }
      const entries = await database.storage.audit.entries();
      assert.ok(!entries.some(({ act }) => act === 'pause-mailing' || act === 'resume-mailing'));
      assert.equal(await letters.take(PLENTY, BEGUN), 'nothing due');
      assert.equal(await mailings.pausedNow(NOON), undefined);
      assert.equal((await mailings.pausedNow(BEGUN))?.why, PREPARING);
      assert.deepEqual((await recount()).differences, []);
      assert.equal(await mailings.send(NEWS, ADMIN), 'running');
      assert.equal((await mailings.end(ADMIN))?.letters.ended, KEYS_PER_STEP);
      const again = await mailings.send(NEWS, ADMIN);
      assert.ok(typeof again === 'object' && 'id' in again && again.people === PEOPLE);
    });
  });
}
