import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { tablesOf, testEngines } from '../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../testing/databases/test-engine.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import { fillEverything, fillTwoPages, silentWatch } from '../../testing/databases/test-moves.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { openStorage } from '../open.ts';
import type { Storage } from '../storage.ts';
import { movedTables, type Table } from '../tables.ts';
import { copyDatabase } from './copy.ts';
import { digestTable } from './table-digest.ts';

/** The rows of one transaction: see `pagesOf`. */
const ROWS_PER_PAGE = 5_000;

for (const from of testEngines) {
  for (const to of testEngines.filter((engine) => engine !== from)) {
    describe(`a copy from ${from.name} to ${to.name}`, () => {
      let source: TestDatabase;
      let target: TestDatabase;
      beforeEach(async () => {
        source = await from.create();
        target = await to.createBare();
        await using(source.url, fillEverything);
      });
      afterEach(async () => {
        await source.remove();
        await target.remove();
      });

      const copy = () => copyDatabase(source.url, target.url, silentWatch());

      /** Interrupts a copy after the first page of the waitlist. */
      async function interrupted(): Promise<void> {
        await using(source.url, fillTwoPages);
        const watch = silentWatch({ stopAfterRows: ROWS_PER_PAGE });
        await assert.rejects(copyDatabase(source.url, target.url, watch), { name: 'AbortError' });
      }

      test('has every row of `movedTables`, and can be used', async () => {
        await using(source.url, fillTwoPages);
        const { rows, differences } = await copy();
        assert.ok(rows > ROWS_PER_PAGE);
        assert.deepEqual(differences, []);
        await assertEqual(source, target);
        await using(target.url, async ({ inviters, inviteEvents, waitlist }) => {
          assert.deepEqual(await inviters.find('ana'), ANA);
          await waitlist.join('new@example.com', NOON);
          await inviters.put({ ...ANA, id: 'dan' });
          const visit = { action: 'page_view', eventId: 'load-0001', at: NOON } as const;
          const again = { ...visit, inviterId: 'ana', excluded: undefined };
          assert.equal(await inviteEvents.visit(again), 'repeated');
          assert.equal(
            await inviteEvents.visit({ ...again, inviterId: 'dan', eventId: 'load-0009' }),
            'counted',
          );
          assert.deepEqual((await inviteEvents.recount()).differences, []);
        });
      });

      test('does not reuse the key of an erased inviter', async () => {
        await using(source.url, (storage) => storage.inviters.erase('cat', NOON));
        await copy();
        await using(target.url, async ({ inviters, retention, inviteEvents }) => {
          await inviters.put({ ...ANA, id: 'dan' });
          await retention.run(NOON);
          assert.deepEqual((await inviteEvents.recount()).differences, []);
        });
        const keys = async ({ url }: TestDatabase, id: string) => {
          const engine = await openEngine(url, 'command');
          const row = await engine.db
            .selectFrom('inviter')
            .select('key')
            .where('user_id', '=', id)
            .executeTakeFirst();
          await engine.close();
          return row?.key ?? 0;
        };
        assert.ok((await keys(target, 'dan')) > 4);
      });

      test('continues after an interruption, and cannot be used before it is complete', async () => {
        await interrupted();
        for (const role of ['server', 'command'] as const) {
          await assert.rejects(openStorage(target.url, role), {
            name: 'StorageRefusal',
            message: /a copy that was interrupted/,
          });
        }
        const watch = silentWatch();
        await copyDatabase(source.url, target.url, watch);
        assert.deepEqual(watch.reported.slice(0, 2), [1, ROWS_PER_PAGE + 1]);
        await assertEqual(source, target);
      });

      test('continues after the source has changed since the interruption', async () => {
        await interrupted();
        await using(source.url, async ({ waitlist, inviters }) => {
          await waitlist.join('00@x', NOON);
          await inviters.erase('ben', NOON);
        });
        await copy();
        await assertEqual(source, target);
      });

      test('is refused when the target has rows, and the message names their tables', async () => {
        await using(target.url, (storage) => storage.waitlist.join('ana@example.com', NOON));
        await assert.rejects(copy(), {
          name: 'StorageRefusal',
          message: /is not empty: there are rows in waitlist\. Name an empty database/,
        });
        await using(target.url, async ({ waitlist }) => {
          assert.equal((await Array.fromAsync(waitlist.entries())).length, 1);
        });
      });

      test("is refused when the target has another program's tables, and creates no tables", async () => {
        const foreign = await openEngine(target.url, 'mover');
        await foreign.migrate((db) =>
          db.schema.createTable('shopping').addColumn('thing', 'text').execute(),
        );
        await foreign.close();
        await assert.rejects(
          copy(),
          /is the database of another program, with the tables shopping\./,
        );
        const engine = await openEngine(target.url, 'command');
        const tables = await engine.db.introspection.getTables();
        await engine.close();
        assert.deepEqual(
          tables.map(({ name }) => name),
          ['shopping'],
        );
      });

      test('fills a database whose first migration was interrupted', async () => {
        const begun = await openEngine(target.url, 'server');
        await begun.migrate((db, words) => migrate(db, words, {}));
        await begun.close();
        assert.deepEqual((await tablesOf(target.url)).toSorted(), ['migration', 'migration_lock']);
        await copy();
        await assertEqual(source, target);
      });

      test('is refused when the target is an interrupted copy of another database', async () => {
        const other = await from.create();
        await using(other.url, fillEverything);
        await assert.rejects(
          copyDatabase(other.url, target.url, silentWatch({ stopAfterRows: 1 })),
        );
        await assert.rejects(copy(), /an interrupted copy of another database/);
        await other.remove();
      });

      test('is refused while a server uses the source or the target', async () => {
        for (const { url } of [source, target]) {
          const server = await openStorage(url, 'server');
          await assert.rejects(copy(), { name: 'StorageRefusal', message: /server/ });
          await server.close();
        }
      });
    });
  }

  test(`a copy from a missing database of ${from.name} is refused, and creates no database`, async () => {
    const source = await from.createBare();
    const target = await from.createBare();
    await assert.rejects(copyDatabase(source.url, target.url, silentWatch()), {
      name: 'StorageRefusal',
    });
    await assert.rejects(openStorage(source.url, 'command'), { name: 'StorageRefusal' });
    await source.remove();
    await target.remove();
  });
}

async function using(url: string, work: (storage: Storage) => Promise<unknown>): Promise<void> {
  await using storage = await openStorage(url, 'server');
  await work(storage);
}

async function assertEqual(one: TestDatabase, other: TestDatabase): Promise<void> {
  const digests = await Promise.all(
    [one, other].map(async ({ url }) => {
      const engine = await openEngine(url, 'command');
      const all = new Map<Table, Awaited<ReturnType<typeof digestTable>>>();
      for (const table of movedTables) all.set(table, await digestTable(engine.db, table));
      await engine.close();
      return all;
    }),
  );
  for (const table of movedTables) {
    const [here, there] = digests.map((all) => all.get(table));
    assert.ok(here && here.rows > 0, `${table} is empty, so its copy proves nothing`);
    assert.ok(there?.equals(here), `${table} differs`);
  }
}
