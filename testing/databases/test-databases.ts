import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, Pool } from 'pg';
import { createPostgres } from './postgres-process.ts';

/** An empty database of one engine, for one test. */
export interface TestDatabase {
  /** Its address, in the form of `DATABASE_URL`. */
  readonly url: string;
  /** Removes it with its data. */
  remove(): Promise<void>;
}

export interface TestEngine {
  name: string;
  /** Makes a database without rows: without tables, or with all of them as after a first start. */
  create(): Promise<TestDatabase>;
  /** Makes a database without tables. */
  createBare(): Promise<TestDatabase>;
}

/** Every engine that the tests run against. */
export const testEngines: readonly TestEngine[] = [
  { name: 'SQLite', create: createSqliteDatabase, createBare: createSqliteDatabase },
  { name: 'PostgreSQL', create: createPostgresDatabase, createBare: createBarePostgresDatabase },
];

/** @param name of the engine; unless given, that in `TEST_ENGINE`, or the first */
export function createTestDatabase(
  name = process.env['TEST_ENGINE'] || 'SQLite',
): Promise<TestDatabase> {
  const engine = testEngines.find((engine) => engine.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  return engine.create();
}

/** @returns a database whose file does not exist yet, in a new folder */
export async function createSqliteDatabase(): Promise<TestDatabase & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
  const file = join(folder, 'impromptu.db');
  return {
    file,
    url: `file:${file}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * @returns a new database, on the server of `TEST_DATABASE_URL` if that is set. It is a copy of `TEST_TEMPLATE`, so
 * that no test has to wait for the migrations.
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
  return {
    url: database.href,
    async remove() {
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** @returns the file of an SQLite database, from its address; undefined for PostgreSQL */
export function sqliteFileOf(url: string): string | undefined {
  return /^file:(.*)/.exec(url)?.[1];
}

/** Runs one statement on a separate connection, in SQL that every engine understands. @returns its rows */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const file = sqliteFileOf(url);
  return file ? querySqlite(file, statement) : await queryPostgres(url, statement);
}

function querySqlite(file: string, statement: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

async function queryPostgres(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The names of a database's tables. */
export async function tablesOf(url: string): Promise<string[]> {
  const rows = await query(
    url,
    sqliteFileOf(url)
      ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  return rows.map(({ name }) => String(name));
}

/** The definitions of a database's tables and indexes, one line each. */
export async function definitionsOf(url: string): Promise<string[]> {
  const statements = sqliteFileOf(url)
    ? ['SELECT type, name, sql FROM sqlite_schema']
    : [
        `SELECT table_name, column_name, ordinal_position, data_type, collation_name, is_nullable, is_identity
         FROM information_schema.columns WHERE table_schema = current_schema()`,
        `SELECT relname, relkind, relpersistence FROM pg_class
         WHERE relnamespace = current_schema()::regnamespace`,
        'SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()',
      ];
  const found: Record<string, unknown>[] = [];
  for (const statement of statements) found.push(...(await query(url, statement)));
  return found.map((row) => Object.values(row).join(' ')).toSorted();
}

let connected: Promise<Pool> | undefined;

/** Kept for all tests of a process, because to connect takes longer than to create a database. */
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

/** @returns the server for all tests of this process, or that of `test-server.ts` for all processes of a run */
function testServer(): Promise<string> {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL) return Promise.resolve(TEST_DATABASE_URL);
  started ??= startUntilExit();
  return started;
}

async function startUntilExit(): Promise<string> {
  const server = await createPostgres({ durable: false });
  await server.start();
  // The server must not keep this process running, and must end with it.
  server.process?.unref();
  (server.process?.stderr as { unref?(): void } | null)?.unref?.();
  process.once('exit', () => {
    void server.kill();
    rmSync(dirname(server.folder), { recursive: true, force: true, maxRetries: 5 });
  });
  return server.urlOf('postgres');
}
