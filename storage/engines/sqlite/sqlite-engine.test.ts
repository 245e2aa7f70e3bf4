// Long because it tests the whole SQLite engine: which files it refuses, when writes fail, and its long reads.
import assert from 'node:assert/strict';
import fs, { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import { migrate } from '../../migrations/migrate.ts';
import { openStorage } from '../../open.ts';
import type { Database } from '../../schema.ts';
import { connect } from './connection.ts';
import { refuseUnsound } from './database-file.ts';
import { openSqliteEngine } from './sqlite-engine.ts';

let database: Awaited<ReturnType<typeof createSqliteDatabase>>;
beforeEach(async () => {
  database = await createSqliteDatabase();
});
afterEach(() => database.remove());

test('a connection that may write syncs every commit, and overwrites deleted rows', async () => {
  await (await openStorage(database.url, 'server')).close();
  const { prepare, close } = connect(database.file, { readOnly: false });
  const setting = (name: string) => prepare(`PRAGMA ${name}`).get()?.[name];
  assert.equal(setting('synchronous'), 2);
  assert.equal(setting('journal_mode'), 'wal');
  assert.equal(setting('secure_delete'), 1);
  close();
});

test('a trial of a sign-up reaches the disk', async () => {
  await using storage = await openStorage(database.url, 'server');
  const size = () => statSync(`${database.file}-wal`).size;
  await storage.waitlist.tryJoin();
  const before = size();
  await storage.waitlist.tryJoin();
  assert.ok(size() > before);
});

test('when many lists of app invites arrive, some are refused, so that sign-ups do not wait long', async () => {
  await using storage = await openStorage(database.url, 'server');
  await storage.inviters.put(ANA);
  const lists = Array.from({ length: 20 }, (_, list) =>
    storage.appInvites.report(
      Array.from({ length: 1_000 }, (_, n) => {
        return { inviteId: `${list}-${n}`, inviterId: 'ana', action: 'sent', at: NOON } as const;
      }),
    ),
  );
  const ended = await Promise.allSettled(lists);
  const refused = ended.filter(({ status }) => status === 'rejected').length;
  assert.equal(refused, 16);
  const { total } = await storage.analytics.totals();
  assert.equal(total.appInvitesSent, 4_000);
});

test('a damaged file causes StorageUnavailable, not an error of the program', async () => {
  await (await openStorage(database.url, 'server')).close();
  const raw = new DatabaseSync(database.file);
  const { page_size } = raw.prepare('PRAGMA page_size').get() ?? {};
  const roots = raw
    .prepare(
      "SELECT rootpage FROM sqlite_schema WHERE tbl_name IN ('inviter', 'inviter_total', 'waitlist')",
    )
    .all();
  raw.close();
  await using storage = await openStorage(database.url, 'server');
  const file = openSync(database.file, 'r+');
  const rubbish = Buffer.alloc(Number(page_size), 0xff);
  for (const { rootpage } of roots) {
    writeSync(file, rubbish, 0, rubbish.length, (Number(rootpage) - 1) * rubbish.length);
  }
  closeSync(file);
  await assert.rejects(storage.inviters.find('ana'), { name: 'StorageUnavailable' });
  await assert.rejects(storage.waitlist.join('ana@example.com', 0), { name: 'StorageUnavailable' });
  await assert.rejects(storage.analytics.list({ search: 'a', sort: 'username', order: 'asc' }), {
    name: 'StorageUnavailable',
  });
});

test('only the user of the server can read the database file', {
  skip: process.platform === 'win32',
}, async () => {
  await (await openStorage(database.url, 'server')).close();
  assert.equal(statSync(database.file).mode & 0o077, 0);
});

test('a database that a newer program changed is refused', async () => {
  await (await openStorage(database.url, 'server')).close();
  const raw = new DatabaseSync(database.file);
  raw.exec("INSERT INTO migration (name, timestamp) VALUES ('999-later', '2030-01-01')");
  raw.close();
  for (const role of ['server', 'command'] as const) {
    await assert.rejects(openStorage(database.url, role), {
      name: 'StorageRefusal',
      message: /newer version.*999-later/,
    });
  }
});

test('a migration that fails half-way changes nothing', async () => {
  const engine = await openSqliteEngine(database.file, 'server');
  await engine.migrate(async (db) => {
    await sql`CREATE TABLE migration (name TEXT PRIMARY KEY, timestamp TEXT NOT NULL)`.execute(db);
    await sql`CREATE TRIGGER power_cut BEFORE INSERT ON migration
      BEGIN SELECT RAISE(ABORT, 'power cut'); END`.execute(db);
  });
  await assert.rejects(engine.migrate(migrate), /power cut/);
  const tables = await engine.db.introspection.getTables();
  await engine.close();
  assert.ok(!tables.some((table) => table.name === 'waitlist'));
  await assert.rejects(openStorage(database.url, 'command'), /lacks \d+ migration/);
});

test('each folder that is created is synced into its parent, so that a power cut does not lose the database', async (t) => {
  const top = dirname(database.file);
  const names = new Map<number, string>();
  const synced: string[] = [];
  const { openSync, fsyncSync } = fs;
  t.mock.method(fs, 'openSync', (...given: Parameters<typeof openSync>) => {
    const descriptor = openSync(...given);
    names.set(descriptor, String(given[0]));
    return descriptor;
  });
  t.mock.method(fs, 'fsyncSync', (descriptor: number) => {
    fsyncSync(descriptor);
    synced.push(names.get(descriptor) ?? '');
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const folders = [top, join(top, 'a'), join(top, 'a', 'b'), join(top, 'a', 'b', 'c')];
  await (await openSqliteEngine(join(top, 'a', 'b', 'c', 'site.db'), 'server')).close();
  assert.deepEqual(synced, folders);
});

test('on a full disk, filling or migrating a database fails with a message that says so', async () => {
  const engine = await openSqliteEngine(database.file, 'mover');
  const full = async (db: Kysely<Database>) => {
    // Makes SQLite fail as on a full disk.
    await sql`PRAGMA max_page_count = 1`.execute(db);
    await sql`CREATE TABLE large (bytes blob)`.execute(db);
    await sql`INSERT INTO large VALUES (zeroblob(1000000))`.execute(db);
  };
  const named = {
    name: 'StorageUnavailable',
    message:
      /impromptu\.db .*: there is no room on its disk \(database or disk is full\)\. Free some space on it\.$/,
  };
  await assert.rejects(engine.transaction(full), named);
  await assert.rejects(
    engine.migrate((db) => db.transaction().execute(full)),
    named,
  );
  await engine.close();
});

test('a rule that fails writes nothing, and rules of other callers are stored', async () => {
  const engine = await openSqliteEngine(database.file, 'server');
  await engine.migrate(migrate);
  const add = (...emails: string[]) =>
    engine.transaction(async (db) => {
      for (const email of emails)
        await db.insertInto('waitlist').values({ email, joined_at: 1, requests: 1 }).execute();
    });
  const outcomes = await Promise.allSettled([add('a@x'), add('b@x', 'a@x'), add('c@x')]);
  const emails = await engine.db.selectFrom('waitlist').select('email').orderBy('email').execute();
  await engine.close();
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(
    emails.map((row) => row.email),
    ['a@x', 'c@x'],
  );
});

test('a rule sees its own writes, and nobody else sees them before its end', async () => {
  await using engine = await openSqliteEngine(database.file, 'server');
  await engine.migrate(migrate);
  const count = async (db: Kysely<Database>) =>
    (await db.selectFrom('admin').selectAll().execute()).length;
  const seen = await engine.transaction(async (db) => {
    await db.insertInto('admin').values({ phone: '+1', added_at: 1 }).execute();
    return [await count(db), await count(engine.db), await count(engine.reports)];
  });
  assert.deepEqual([...seen, await count(engine.db)], [1, 0, 0, 1]);
});

test('too many rules that wait are refused, and `close` waits for the others', async () => {
  const engine = await openSqliteEngine(database.file, 'server');
  await engine.migrate(migrate);
  const rules = Array.from({ length: 8_001 }, (_, n) =>
    engine.transaction((db) =>
      db
        .insertInto('admin')
        .values({ phone: `+${n}`, added_at: 1 })
        .execute(),
    ),
  );
  const outcomes = Promise.allSettled(rules);
  await engine.close();
  const failed = (await outcomes).filter((outcome) => outcome.status === 'rejected');
  assert.deepEqual(
    failed.map(({ reason }) => String(reason)),
    ['StorageUnavailable: 8000 writes wait already.'],
  );
});

test('a version of SQLite that can lose committed rows is refused', () => {
  for (const version of ['3.7.0', '3.51.2', '3.9.99']) {
    assert.throws(() => refuseUnsound(version), { name: 'StorageRefusal' }, version);
  }
  for (const version of ['3.51.3', '3.52.0', '4.0.0']) refuseUnsound(version);
});

test('the events of erased people are removed, even if there are more people than a query may have parameters', async () => {
  const storage = await openStorage(database.url, 'server');
  const raw = new DatabaseSync(database.file);
  raw.exec(`
    WITH RECURSIVE keys (key) AS (SELECT 1 UNION ALL SELECT key + 1 FROM keys WHERE key < 33000)
    INSERT INTO erased_inviter SELECT key FROM keys;
    INSERT INTO invite_event (inviter_key, counter, at) VALUES (1, 0, 0), (33000, 0, 0)`);
  const rows = (table: string) => raw.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'];
  assert.equal((await storage.retention.run(0)).erasedEvents, 2);
  assert.deepEqual([rows('invite_event'), rows('erased_inviter')], [0, 0]);
  assert.deepEqual((await storage.recount()).differences, []);
  raw.close();
  await storage.close();
});

const LONG = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
  SELECT sum(i) AS sum FROM n`;

test('`close` waits for the end of a long read, but only if one is running', async () => {
  const unread = await openSqliteEngine(database.file, 'server');
  await unread.close();
  const engine = await openSqliteEngine(database.file, 'server');
  await LONG.execute(engine.reports);
  const reading = engine.snapshot(async (db) => {
    await LONG.execute(db);
    return (await LONG.execute(db)).rows;
  });
  await nextTurn();
  await engine.close();
  assert.deepEqual(await reading, [{ sum: 45000150000 }]);
  await assert.rejects(LONG.execute(engine.reports), /destroyed/);
});

test('a long read sees one state, and does not prevent checkpoints after it has finished or failed', async () => {
  await (await openStorage(database.url, 'server')).close();
  await using engine = await openSqliteEngine(database.file, 'server');
  const count = async (db: Kysely<Database>) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM waitlist`.execute(db);
    return rows[0]?.n;
  };
  const counts = await engine.snapshot(async (db) => {
    const before = await count(db);
    await engine.transaction((own) =>
      own
        .insertInto('waitlist')
        .values({ email: 'ana@example.com', joined_at: 0, requests: 1 })
        .execute(),
    );
    return [before, await count(db), await count(engine.db)];
  });
  assert.deepEqual(counts, [0, 0, 1]);
  const failing = engine.snapshot((db) => sql`SELECT absent`.execute(db));
  await assert.rejects(failing, /no such column/);
  assert.equal(await count(engine.reports), 1);
  const raw = new DatabaseSync(database.file);
  assert.equal(raw.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'], 0);
  raw.close();
});
