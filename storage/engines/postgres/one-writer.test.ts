import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { becomesTrue } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { withSecond } from '../../../testing/databases/second-migration.ts';
import { openTestStorage, query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import type { Engine } from '../../engine.ts';
import { migrate } from '../../migrations/migrate.ts';
import { openPostgresEngine } from './postgres-engine.ts';

const TIMES = 40;
const ROLES = ['server', 'server', 'command'] as const;

describe('the writing transactions of several instances and a command', () => {
  let database: TestDatabase;
  let engines: Engine[];
  beforeEach(async () => {
    database = await createPostgresDatabase();
    await (await openTestStorage(database.url)).close();
    await query(
      database.url,
      "INSERT INTO named_link (name, day, sign_ups) VALUES ('tiktok', 1, 0)",
    );
    const name = new URL(database.url).pathname.slice(1);
    // The snapshot of a transaction must also be taken after the lock where the operator has chosen another default.
    const level = `default_transaction_isolation = 'repeatable read'`;
    await query(database.url, `ALTER DATABASE ${name} SET ${level}`);
    engines = await Promise.all(ROLES.map((role) => openPostgresEngine(database.url, role)));
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    await database.remove();
  });

  test('run one after another, so what one has read is true until its end', async () => {
    const addOne = (engine: Engine) =>
      engine.transaction(async (db) => {
        const { sign_ups } = await db
          .selectFrom('named_link')
          .select('sign_ups')
          .executeTakeFirstOrThrow();
        await db
          .updateTable('named_link')
          .set({ sign_ups: sign_ups + 1 })
          .execute();
      });
    await Promise.all(
      engines.flatMap((engine) => Array.from({ length: TIMES }, () => addOne(engine))),
    );
    const [row] = await query(database.url, 'SELECT sign_ups FROM named_link');
    assert.equal(Number(row?.['sign_ups']), ROLES.length * TIMES);
  });

  test('wait for a migration, and a migration for them', async () => {
    const [here, there] = engines;
    assert.ok(here && there);
    const begun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const writing = here.transaction(async (db) => {
      begun.resolve();
      await mayEnd.promise;
      await db.updateTable('named_link').set({ sign_ups: 7 }).execute();
    });
    await begun.promise;
    const migrating = there.migrate((db, types) => migrate(db, types, withSecond));
    await becomesTrue(waitsForWriter, 5_000);
    mayEnd.resolve();
    await Promise.all([writing, migrating]);
  });

  async function waitsForWriter(): Promise<boolean> {
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'";
    return (await query(database.url, waiting)).length > 0;
  }
});
