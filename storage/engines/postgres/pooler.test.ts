import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { type Pooling, startPooler } from '../../../testing/databases/postgres-pooler.ts';
import {
  createPostgres,
  type PostgresProcess,
} from '../../../testing/databases/postgres-process.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { openStorage } from '../../open.ts';
import { openPostgresEngine } from './postgres-engine.ts';

describe('behind a pooler', () => {
  let server: PostgresProcess;
  before(async () => {
    server = await createPostgres({ durable: false });
    await server.start();
    await query(server.urlOf('postgres'), 'CREATE DATABASE site');
  });
  after(() => server.remove());

  test('that gives each transaction another process, server and commands are refused, and change nothing', async (t) => {
    for (const pooling of ['last', 'first'] as const satisfies Pooling[]) {
      for (const role of ['server', 'command', 'mover'] as const) {
        const pooler = await startPooler(server.port, pooling);
        t.after(pooler.close);
        const refused = openStorage(server.urlOf('site', pooler.port), role);
        await assert.rejects(refused, {
          name: 'StorageRefusal',
          message: `A pooler in front of 127.0.0.1:${pooler.port}/site gives each transaction another process of PostgreSQL (PgBouncer does so with pool_mode = transaction or statement), so locks would be lost. Set pool_mode = session, or connect to PostgreSQL itself.`,
        });
        const client = new Client(server.urlOf('site', pooler.port));
        await client.connect();
        // As often as the pooler has connections, so that each is asked.
        for (let connection = 0; connection < 3; connection++) {
          const { rows } = await client.query('SHOW idle_in_transaction_session_timeout');
          assert.deepEqual(rows, [{ idle_in_transaction_session_timeout: '0' }]);
        }
        await client.end();
      }
    }
    const [tables] = await query(
      server.urlOf('site'),
      `SELECT count(*) AS count FROM pg_tables WHERE schemaname = 'public'`,
    );
    assert.equal(Number(tables?.['count']), 0);
  });

  test('that gives each connection its process, the site works with the time limits of its statements', async (t) => {
    const pooler = await startPooler(server.port, 'session');
    t.after(pooler.close);
    const url = server.urlOf('site', pooler.port);
    const storage = await openStorage(url, 'server');
    await storage.waitlist.tryJoin();
    await storage.admins.add('+15550001111', 0);
    assert.deepEqual(await storage.admins.list(), ['+15550001111']);
    await assert.rejects(
      openStorage(url, 'mover'),
      /^StorageRefusal: A server or another command uses/,
    );
    await storage.close();
    const named = { application_name: 'impromptu - 10.0.0.1:5000' };
    const client = new Client({ connectionString: url, ...named });
    await client.connect();
    await assert.rejects(
      openStorage(url, 'mover'),
      /^StorageRefusal: A server or another command uses/,
      'also with the name that PgBouncer gives it with application_name_add_host',
    );
    await client.end();
    await (await openStorage(url, 'mover')).close();
    await using engine = await openPostgresEngine(url, 'server');
    const { rows } = await sql`SHOW statement_timeout`.execute(engine.db);
    assert.deepEqual(rows, [{ statement_timeout: '5s' }]);
  });
});
