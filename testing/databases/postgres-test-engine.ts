import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client, Connection, Pool } from 'pg';
import { openStorage } from '../../storage/open.ts';
import { createPostgres } from './postgres-process.ts';
import type {
  DurableDatabase,
  FoundRow,
  TestDatabase,
  TestEngine,
  WriteLock,
} from './test-engine.ts';

/** Locks two tables: every visit or sign-up writes into one of them and waits for the lock. Reads do not wait. */
const LOCK_TABLES = 'BEGIN; LOCK TABLE hour_total, waitlist IN SHARE ROW EXCLUSIVE MODE';
const CHECK_ROWS = `SELECT relname || ': ' || msg AS msg
  FROM pg_class CROSS JOIN LATERAL verify_heapam(pg_class.oid, check_toast => true)
  WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`;
/** Fails with PostgreSQL's message if an index lacks a row or has one too many. */
const CHECK_INDEXES = `SELECT bt_index_check(pg_class.oid, heapallindexed => true)
  FROM pg_class JOIN pg_am ON pg_am.oid = relam
  WHERE relkind = 'i' AND amname = 'btree' AND relnamespace = current_schema()::regnamespace`;

const EMPTY = `DO $$ BEGIN EXECUTE (
  SELECT 'TRUNCATE ' || string_agg(tablename, ', ') || ' RESTART IDENTITY' FROM pg_tables
  WHERE schemaname = current_schema() AND tablename NOT LIKE 'migration%'
); END $$`;

export const postgres: TestEngine = {
  name: 'PostgreSQL',
  isUrl: (url) => /^postgres(ql)?:/.test(url),
  hasServer: true,
  fileOf: () => undefined,
  create: createPostgresDatabase,
  createBare: createBarePostgresDatabase,
  async createStored() {
    const database = await createBarePostgresDatabase();
    const statements = await readFile(join(import.meta.dirname, 'baseline.sql'), 'utf8');
    await queryPostgres(database.url, statements);
    return database;
  },
  createDurable: createDurablePostgres,
  empty: (url) => queryPostgres(url, EMPTY),
  query: queryPostgres,
  tables: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  definitions: [
    `SELECT table_name, column_name, ordinal_position, data_type, collation_name, is_nullable, is_identity
     FROM information_schema.columns WHERE table_schema = current_schema()`,
    `SELECT relname, relkind, relpersistence FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace`,
    'SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()',
  ],
  tableTexts: {
    types: { id: 'bigint identity', idNeverReused: 'integer identity', bytes: 'bytea' },
    keepsKeyOrder: false,
    statements: [
      `SELECT table_name || '.' || column_name || ' ' || data_type
         || CASE WHEN data_type = 'text' AND collation_name IS DISTINCT FROM 'C' THEN ' of another order' ELSE '' END
         || CASE is_identity WHEN 'YES' THEN ' identity' ELSE '' END
         || CASE is_nullable WHEN 'YES' THEN ', null' ELSE '' END
         || coalesce(', default ' || replace(column_default, '::text', ''), '') AS line
       FROM information_schema.columns WHERE table_schema = current_schema()`,
      `SELECT indrelid::regclass || CASE WHEN indisprimary THEN ' key ' WHEN indisunique THEN ' unique ' ELSE ' index ' END
         || string_agg(pg_get_indexdef(indexrelid, n::int, true)
              || CASE WHEN indoption[n::int - 1] & 1 = 1 THEN ' desc' ELSE '' END, ', ' ORDER BY n)
         || coalesce(' where ' || lower(trim(both '()' from pg_get_expr(indpred, indrelid))), '') AS line
       FROM pg_index JOIN pg_class ON oid = indexrelid, generate_series(1, indnkeyatts) AS n
       WHERE relnamespace = current_schema()::regnamespace
       GROUP BY indexrelid, indrelid, indisprimary, indisunique, indpred`,
    ],
  },
  settle: ['VACUUM ANALYZE', 'CHECKPOINT'],
  countReportParts(mock) {
    const asked = mock.method(Connection.prototype as unknown as { execute(): void }, 'execute');
    return () => asked.mock.callCount();
  },
  async checkIntegrity(url) {
    await queryPostgres(url, 'CREATE EXTENSION IF NOT EXISTS amcheck');
    const found = await queryPostgres(url, CHECK_ROWS);
    await queryPostgres(url, CHECK_INDEXES);
    return found.map(({ msg }) => String(msg)).join(' ') || 'ok';
  },
  openWriteLock: openOnPostgres,
};

/**
 * @returns a new database, on the server of `TEST_DATABASE_URL` if that is set. The database is a copy of
 * `TEST_TEMPLATE`, so that no test has to wait for the migrations.
 */
export function createPostgresDatabase(): Promise<TestDatabase> {
  return copyPostgresDatabase(process.env['TEST_TEMPLATE'] ?? 'template0');
}

export function createBarePostgresDatabase(): Promise<TestDatabase> {
  return copyPostgresDatabase('template0');
}

async function copyPostgresDatabase(template: string): Promise<TestDatabase> {
  const server = await connectToTestServer();
  const name = `impromptu_test_${randomBytes(8).toString('hex')}`;
  await server.query(
    // Copying files takes half the time of the default strategy.
    `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8' STRATEGY file_copy`,
  );
  const database = new URL(await testServer());
  database.pathname = `/${name}`;
  async function remove(): Promise<void> {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
  return { url: database.href, remove, [Symbol.asyncDispose]: remove };
}

/** @returns a database on a server that waits for the disk */
async function createDurablePostgres(commits?: 'early'): Promise<DurableDatabase> {
  const early = commits && { synchronous_commit: 'off', wal_writer_delay: '10s' };
  // With the default, large benchmarks would wait for checkpoints.
  const settings = { max_wal_size: '4GB', ...early };
  const server = await createPostgres({ durable: true, settings });
  await server.start();
  const unsafe = commits ? '?unsafe=synchronous_commit' : '';
  const remove = () => server.remove();
  return {
    url: `${server.urlOf('postgres')}${unsafe}`,
    server,
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

async function queryPostgres(url: string, statement: string): Promise<FoundRow[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function openOnPostgres(databaseUrl: string): Promise<WriteLock> {
  const client = new Client(databaseUrl);
  await client.connect();
  return {
    take: () => client.query(LOCK_TABLES),
    release: () => client.query('COMMIT'),
    // PostgreSQL gives a lock to waiting transactions in order.
    giveWay: async () => {},
    close: () => client.end(),
  };
}

let template: TestDatabase | undefined;

/** Names one server for all processes of a test run, and a database for tests to copy, which the real migrations make. */
export async function globalSetup(): Promise<void> {
  process.env['TEST_DATABASE_URL'] = await testServer();
  template = await createBarePostgresDatabase();
  await (await openStorage(template.url, 'server')).close();
  process.env['TEST_TEMPLATE'] = new URL(template.url).pathname.slice(1);
}

/** @throws if the server has ended during the run */
export async function globalTeardown(): Promise<void> {
  await template?.remove();
}

let connected: Promise<Pool> | undefined;

/** The connections are kept for all tests of a process, because connecting takes longer than creating a database. */
function connectToTestServer(): Promise<Pool> {
  connected ??= testServer().then((connectionString) => {
    const pool = new Pool({ connectionString, allowExitOnIdle: true });
    // The server may end before this process. Without a listener the error would end the process.
    pool.on('error', () => {});
    return pool;
  });
  return connected;
}

let started: Promise<string> | undefined;

/**
 * @returns the address in `TEST_DATABASE_URL`, which `globalSetup` sets for all processes of a test run. Without it, the
 * address of a server that this process starts for its own tests.
 */
function testServer(): Promise<string> {
  started ??= Promise.resolve(process.env['TEST_DATABASE_URL'] || startUntilExit());
  return started;
}

async function startUntilExit(): Promise<string> {
  const server = await createPostgres({ durable: false });
  await server.start();
  // The server must not keep this process running, and must end when this process ends.
  server.process?.unref();
  (server.process?.stderr as { unref?(): void } | null)?.unref?.();
  // Before other listeners, which may remove a folder around the server's.
  process.prependOnceListener('exit', () => {
    void server.kill();
    rmSync(dirname(server.folder), { recursive: true, force: true, maxRetries: 5 });
  });
  return server.urlOf('postgres');
}
