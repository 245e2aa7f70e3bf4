import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { ownTime } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import { StorageUnavailable } from '../../errors.ts';
import { openStorage, type Storage } from '../../open.ts';
import { GuardedPool, IDLE_IN_TRANSACTION_MS } from './pool.ts';
import { openPostgresEngine } from './postgres-engine.ts';

/** The timeout of a write, with a margin for a busy machine. */
const SOON_MS = 4_000;

describe('another client of the database', () => {
  let database: TestDatabase;
  let storage: Storage;
  let other: Client;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    storage = await openStorage(database.url, 'server');
    other = new Client(database.url);
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await storage.close();
    await database.remove();
  });

  const join = (email: string) => storage.waitlist.join(email, NOON);

  test('that locks a table makes calls on that table fail after a few seconds, but no other calls', async () => {
    await other.query('BEGIN; LOCK TABLE waitlist');
    const took = await ownTime(async () => {
      const held = Promise.allSettled([join('ana@example.com'), storage.waitlist.tryJoin()]);
      await storage.inviters.put(ANA);
      for (const outcome of await held)
        assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StorageUnavailable);
    });
    assert.ok(took < SOON_MS, 'it took too long');
    await other.query('ROLLBACK');
    await join('ana@example.com');
  });

  test('that is lost within a transaction loses its locks after the timeout of an idle transaction', async () => {
    const pool = new GuardedPool(database.url, { max: 1, idleInTransactionMs: 500 });
    const lost = await pool.connect();
    await lost.query('BEGIN');
    await lost.query('LOCK TABLE waitlist');
    await join('ana@example.com');
    await assert.rejects(lost.query('COMMIT'), StorageUnavailable);
    lost.release();
    await pool.end();
    const engine = await openPostgresEngine(database.url, 'server');
    const { rows } = await sql`SHOW idle_in_transaction_session_timeout`.execute(engine.db);
    await engine.close();
    const seconds = IDLE_IN_TRANSACTION_MS / 1_000;
    assert.deepEqual(rows, [{ idle_in_transaction_session_timeout: `${seconds}s` }]);
  });

  test('that blocks a VACUUM does not delay closing', async () => {
    await storage.inviters.put(ANA);
    await storage.inviters.erase('ana', NOON);
    await other.query('BEGIN; LOCK TABLE waitlist IN SHARE UPDATE EXCLUSIVE MODE');
    const run = assert.rejects(storage.retention.run(NOON), StorageUnavailable);
    await waits(/^VACUUM/);
    await storage.close();
    await run;
  });

  test('that uses all connections does not close ours, and lost connections are opened again when some are free', async () => {
    const url = new URL(database.url);
    const role = url.pathname.slice(1);
    url.username = role;
    await query(database.url, `CREATE ROLE ${role} LOGIN`);
    await query(database.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    const site = await openStorage(url.href, 'server');
    const write = () => site.waitlist.join('ana@example.com', NOON);
    await write();
    await query(database.url, `ALTER ROLE ${role} CONNECTION LIMIT 0`);
    await assert.rejects(openStorage(url.href, 'server'), /cannot be used: too many connections/);
    await write();
    await query(
      database.url,
      `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity WHERE usename = '${role}'`,
    );
    await assert.rejects(write(), StorageUnavailable);
    await query(database.url, `ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await write();
    await site.close();
    await query(database.url, `DROP OWNED BY ${role}`);
    await query(database.url, `DROP ROLE ${role}`);
  });

  /** Resolves when a statement waits for a lock. */
  async function waits(statement: RegExp): Promise<void> {
    for (;;) {
      const rows = await query(
        database.url,
        "SELECT query FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      );
      if (rows.some(({ query: text }) => statement.test(String(text)))) return;
    }
  }
});
