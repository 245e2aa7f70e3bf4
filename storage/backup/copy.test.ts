import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { query, tablesOf, testEngines } from '../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../testing/databases/test-engine.ts';
import { ANA, NOON, VIEW } from '../../testing/databases/test-invites.ts';
import { fillEverything, fillTwoPages, silentWatch } from '../../testing/databases/test-moves.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { migrate } from '../migrations/migrate.ts';
import { openStorage, type Storage } from '../open.ts';
import type { Table } from '../schema.ts';
import { movedTables, pagesOf } from '../tables.ts';
import { copyDatabase } from './copy.ts';

/** More rows than a page has of the tables that `fillTwoPages` fills. */
const MANY_ROWS = 5_000;
/** More rows than a page has of the table with the most columns. */
const ADD_MAILINGS = `
  WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
  INSERT INTO mailing (id, at, kind, subject, words, people, starts_at, ended_at)
  SELECT 1000 + n, n, 1, 'a', 'b', 0, n, n FROM number`;

for (const from of testEngines) {
  for (const to of testEngines.filter((engine) => engine !== from)) {
    describe(`a copy from ${from.name} to ${to.name}`, () => {
      let source: TestDatabase;
      let target: TestDatabase;
      before(async () => {
        source = await from.create();
        await using(source.url, fillEverything);
        await using(source.url, fillTwoPages);
        await query(source.url, ADD_MAILINGS);
      });
      after(() => source.remove());
      beforeEach(async () => {
        target = await to.createBare();
      });
      afterEach(() => target.remove());

      const copy = () => copyDatabase(source.url, target.url, silentWatch());

      test('has every row of `movedTables`, and can be used', async () => {
        const { rows, differences } = await copy();
        assert.ok(rows > MANY_ROWS);
        assert.deepEqual(differences, []);
        await assertEqual(source, target);
        await using(target.url, async ({ inviters, visits, marks, recount, waitlist }) => {
          assert.deepEqual(await inviters.find('ana'), ANA);
          assert.equal((await marks.addNote(0, 'new', { who: 'ana', at: NOON }))?.id, 2);
          await waitlist.join('new@example.com', NOON);
          await inviters.put({ ...ANA, id: 'dan' });
          const again = { ...VIEW, eventId: 'load-0001' };
          assert.equal(await visits.record(again), 'repeated');
          assert.equal(
            await visits.record({ ...again, inviterId: 'dan', eventId: 'load-0009' }),
            'counted',
          );
          assert.deepEqual((await recount()).differences, []);
        });
      });

      test('does not reuse the key of an erased inviter', async () => {
        await using(source.url, (storage) => storage.inviters.erase('cat', NOON));
        await copy();
        await using(target.url, async ({ inviters, retention, recount }) => {
          await inviters.put({ ...ANA, id: 'dan' });
          await retention.run(NOON);
          assert.deepEqual((await recount()).differences, []);
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

      test('leaves nothing when it is interrupted, and can be run again', async () => {
        const watch = silentWatch({ stopAfterRows: MANY_ROWS });
        await assert.rejects(copyDatabase(source.url, target.url, watch), { name: 'AbortError' });
        await using(target.url, async ({ waitlist, admins }) => {
          assert.deepEqual(await Array.fromAsync(waitlist.entries()), []);
          assert.deepEqual(await admins.list(), []);
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
        await begun.migrate((db, types) => migrate(db, types, {}));
        await begun.close();
        assert.deepEqual((await tablesOf(target.url)).toSorted(), ['migration', 'migration_lock']);
        await copy();
        await assertEqual(source, target);
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
    await using source = await from.createBare();
    await using target = await from.createBare();
    await assert.rejects(copyDatabase(source.url, target.url, silentWatch()), {
      name: 'StorageRefusal',
    });
    await assert.rejects(openStorage(source.url, 'command'), { name: 'StorageRefusal' });
  });
}

test('a copy of a file into itself is refused, also under another name of the file', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'site.db');
  await (await openStorage(`file:${file}`, 'server')).close();
  await symlink(file, join(folder, 'link.db'));
  const refused: Record<string, RegExp> = {
    'site.db': /^A database cannot be copied into itself\.$/,
    './site.db': /^A database cannot be copied into itself\.$/,
    'link.db': /^A server or another command uses .*link\.db/,
  };
  for (const [name, message] of Object.entries(refused)) {
    await assert.rejects(copyDatabase(`file:${file}`, `file:${folder}/${name}`, silentWatch()), {
      name: 'StorageRefusal',
      message,
    });
  }
});

async function using(url: string, work: (storage: Storage) => Promise<unknown>): Promise<void> {
  await using storage = await openStorage(url, 'server');
  await work(storage);
}

async function assertEqual(one: TestDatabase, other: TestDatabase): Promise<void> {
  const [here, there] = await Promise.all([one, other].map(({ url }) => readMoved(url)));
  for (const table of movedTables) {
    const rows = here?.get(table);
    assert.ok(rows && rows.length > 0, `${table} is empty, so its copy proves nothing`);
    assert.deepEqual(there?.get(table), rows, table);
  }
}

/** The rows of each table, with columns in the same order on every engine. */
async function readMoved(url: string): Promise<Map<Table, string[]>> {
  await using engine = await openEngine(url, 'command');
  const all = new Map<Table, string[]>();
  for (const table of movedTables) {
    const rows = (await Array.fromAsync(pagesOf(engine.db, table))).flat();
    all.set(
      table,
      rows.map((row) =>
        Object.entries(row)
          .map(([column, value]) => `${column} ${value instanceof Uint8Array ? [...value] : value}`)
          .toSorted()
          .join('\n'),
      ),
    );
  }
  return all;
}
