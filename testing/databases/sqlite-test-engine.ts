import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../contract/durations.ts';
import { openStorage } from '../../storage/open.ts';
import type { FoundRow, TestDatabase, TestEngine, WriteLock } from './test-engine.ts';

const TAKEN_WITHIN_MS = MINUTE_MS;
const LOOK_EVERY_MS = 2;
/** Within this time a waiting writer of SQLite tries again. */
const WRITER_RETRIES_WITHIN_MS = 100;

export const sqlite: TestEngine = {
  name: 'SQLite',
  isUrl: (url) => fileNamedBy(url) !== undefined,
  hasServer: false,
  fileOf,
  create: createMigratedSqlite,
  createBare: createSqliteDatabase,
  async createStored() {
    const database = await createSqliteDatabase();
    await copyFile(join(import.meta.dirname, 'baseline.db'), database.file);
    return database;
  },
  createDurable: createSqliteDatabase,
  empty: async (url) => emptySqlite(fileOf(url)),
  query: async (url, statement) => querySqlite(fileOf(url), statement),
  tables: "SELECT name FROM sqlite_schema WHERE type = 'table'",
  definitions: ['SELECT type, name, sql FROM sqlite_schema'],
  tableTexts: {
    types: { id: 'integer', idNeverReused: 'integer autoincrement', bytes: 'blob' },
    keepsKeyOrder: true,
    statements: [
      `SELECT t.name || '.' || c.name || ' ' || lower(c.type) || iif(c.pk AND t.sql LIKE '%autoincrement%', ' autoincrement', '')
         || iif(c."notnull" OR c.pk, '', ', null') || coalesce(', default ' || c.dflt_value, '') AS line
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
      `SELECT t.name || ' key ' || group_concat(c.name, ', ' ORDER BY c.pk) || iif(l.wr, ' in order', '') AS line
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c, pragma_table_list(t.name) AS l
       WHERE t.type = 'table' AND c.pk GROUP BY t.name`,
      `SELECT t.name || iif(i."unique", ' unique ', ' index ')
         || (SELECT group_concat(c.name || iif(c."desc", ' desc', ''), ', ' ORDER BY c.seqno)
             FROM pragma_index_xinfo(i.name) AS c WHERE c.key)
         || iif(i.partial, (SELECT replace(substr(sql, instr(sql, ' where ')), '"', '')
             FROM sqlite_schema WHERE name = i.name), '') AS line
       FROM sqlite_schema AS t, pragma_index_list(t.name) AS i WHERE t.type = 'table' AND i.origin <> 'pk'`,
    ],
  },
  settle: [],
  countReportParts(mock) {
    const asked = mock.method(Worker.prototype, 'postMessage');
    return () => asked.mock.callCount();
  },
  async checkIntegrity(url) {
    const [row] = querySqlite(fileOf(url), 'PRAGMA integrity_check');
    return String(row?.['integrity_check']);
  },
  openWriteLock: async (url) => openOnSqlite(fileOf(url)),
};

/** @returns a database whose file does not exist yet, in a new folder */
export async function createSqliteDatabase(): Promise<TestDatabase & { file: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
  const file = join(folder, 'impromptu.db');
  const remove = () => rm(folder, { recursive: true, force: true });
  return { file, url: `file:${file}`, remove, [Symbol.asyncDispose]: remove };
}

let template: Promise<Buffer> | undefined;

/** @returns a copy of a database that the real migrations made, so that no other test has to wait for them */
export async function createMigratedSqlite(): Promise<TestDatabase & { file: string }> {
  template ??= makeTemplate();
  const database = await createSqliteDatabase();
  await writeFile(database.file, await template, { mode: 0o600 });
  return database;
}

async function makeTemplate(): Promise<Buffer> {
  const { url, file, remove } = await createSqliteDatabase();
  await (await openStorage(url, 'server')).close();
  const bytes = await readFile(file);
  await remove();
  return bytes;
}

function fileNamedBy(url: string): string | undefined {
  return /^file:(.*)/.exec(url)?.[1];
}

function fileOf(url: string): string {
  const file = fileNamedBy(url);
  if (!file) throw new Error(`${url} is not the address of an SQLite database.`);
  return file;
}

function querySqlite(file: string, statement: string): FoundRow[] {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    return database.prepare(statement).all();
  } finally {
    database.close();
  }
}

function emptySqlite(file: string): void {
  const tables = querySqlite(file, `${sqlite.tables} AND name NOT LIKE 'migration%'`);
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(`BEGIN; ${tables.map(({ name }) => `DELETE FROM ${name};`).join(' ')} COMMIT`);
  database.close();
}

function openOnSqlite(file: string): WriteLock {
  const database = new DatabaseSync(file, { timeout: TAKEN_WITHIN_MS });
  const lookForWrites = database.prepare('PRAGMA data_version');
  const look = () => lookForWrites.get()?.['data_version'];
  return {
    take: async () => database.exec('BEGIN IMMEDIATE'),
    release: async () => database.exec('COMMIT'),
    // SQLite's waiting writers only retry at intervals. Without this pause they would rarely find the lock free.
    async giveWay() {
      const before = look();
      for (let waited = 0; waited < WRITER_RETRIES_WITHIN_MS; waited += LOOK_EVERY_MS) {
        if (look() !== before) return;
        await wait(LOOK_EVERY_MS);
      }
    },
    close: async () => database.close(),
  };
}
