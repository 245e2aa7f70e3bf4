import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from '#kysely';
import type { Database } from '../storage/database.ts';
import { openEngine } from '../storage/engines/choose-engine.ts';
import { StorageRefusal } from '../storage/errors.ts';
import { migrate, migrations } from '../storage/migrations/migrate.ts';
import { openStorage } from '../storage/open.ts';
import { createTestDatabase, testEngines } from '../testing/databases/test-databases.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import {
  areEqual,
  type DatabaseState,
  readState,
  tablesWithLosses,
} from './kills/database-state.ts';
import { type Proof, require } from './proof.ts';

const MIGRATOR = join(import.meta.dirname, 'kills', 'migration-process.ts');
const names = Object.keys(migrations);
/** The control starts at this version because the next migration renames and refills tables. */
const CONTROL_VERSION = names.indexOf('004-slots');
const ROWS = 3;
/** This table stays empty: a row in it marks an unfinished copy of a database, which no program opens. */
const UNUSABLE = 'unfinished_copy';

export const atomicMigrations: Proof = {
  id: 'D14',
  promise:
    'A migration that is killed after any of its statements leaves either the old tables or the new ones, and an older program refuses the new ones.',
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    const ends: End[] = [];
    for (let version = 0; version < names.length; version++) {
      ends.push(...(await killThroughout(engine, version)));
    }
    const torn = ends.filter((end) => end === 'between').length;
    require(torn === 0, `${torn} of ${ends.length} kills left neither the old nor the new tables.`);
    const old = ends.filter((end) => end === 'old').length;
    require(old >
      names.length, 'Almost every migration ended before its kill: nothing was proved.');
    const control = await killThroughout(engine, CONTROL_VERSION, 'piecemeal');
    const tornInControl = control.filter((end) => end === 'between').length;
    require(tornInControl >
      0, 'Without a transaction every kill left the old or the new tables, too: nothing was proved.');
    return `${ends.length} kills during migrations from ${names.length} older versions: ${old} left the old tables, ${ends.length - old} the new tables, 0 a mixture; every row was kept; each next start completed the migration; ${names.length - 1} older programs refused the new tables (control: without a transaction ${tornInControl} of ${control.length} kills left a mixture)`;
  },
  control: { inRun: 'the transaction around a migration' },
};

/** Which tables a kill leaves. */
type End = 'old' | 'new' | 'between';

/**
 * Migrates from an older version again and again, and kills the migration after one statement, then after two, and so
 * on, until a migration ends before its kill.
 *
 * @param manner with `piecemeal`, each statement is a separate transaction
 */
async function killThroughout(
  engine: string,
  version: number,
  ...manner: 'piecemeal'[]
): Promise<End[]> {
  const { before, after } = await migrateUnkilled(engine, version);
  const ends: End[] = [];
  for (let statements = 1; ; statements++) {
    const database = await createOlder(engine, version);
    try {
      const isKilled = await dieAfter(statements, database.url, manner);
      if (!isKilled) return ends;
      const state = await readState(database.url);
      ends.push(areEqual(state, before) ? 'old' : areEqual(state, after) ? 'new' : 'between');
      if (manner.length > 0) continue;
      await (await openStorage(database.url, 'server')).close();
      const isUpToDate = areEqual(await readState(database.url), after);
      require(isUpToDate, `From version ${version}, killed after ${statements} statements, the next start did not complete the migration.`);
    } finally {
      await database.remove();
    }
  }
}

/**
 * @returns the states before and after a migration without a kill
 * @throws if a row is missing after the migration, or an older program is not refused, or changes the database
 */
async function migrateUnkilled(
  engine: string,
  version: number,
): Promise<{ before: DatabaseState; after: DatabaseState }> {
  const database = await createOlder(engine, version);
  try {
    const before = await readState(database.url);
    await (await openStorage(database.url, 'server')).close();
    const after = await readState(database.url);
    const losing = tablesWithLosses(before, after);
    require(losing.length === 0, `From version ${version}, rows of ${losing.join(', ')} are lost.`);
    if (version > 0) await requireRefused(database.url, version);
    const isUntouched = areEqual(await readState(database.url), after);
    require(isUntouched, `The program of version ${version} changed a newer database.`);
    return { before, after };
  } finally {
    await database.remove();
  }
}

/** @returns a database with the tables of an older version, and rows in each */
async function createOlder(engine: string, version: number): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  await asOlderProgram(database.url, version, fill);
  return database;
}

async function requireRefused(url: string, version: number): Promise<void> {
  const refusal = await asOlderProgram(url, version).then(
    () => undefined,
    (error: unknown) => error,
  );
  const isNamed = refusal instanceof StorageRefusal && refusal.message.includes('newer version');
  require(isNamed, `The program of version ${version} did not refuse a newer database: ${refusal}.`);
}

async function asOlderProgram(
  url: string,
  version: number,
  work: (db: Kysely<Database>) => Promise<void> = async () => {},
): Promise<void> {
  const known = Object.fromEntries(Object.entries(migrations).slice(0, version));
  await using engine = await openEngine(url, 'server');
  await engine.migrate(async (db, words) => {
    if (version > 0) await migrate(db, words, known);
    await work(db);
  });
}

/** Adds rows with example values to every table except `UNUSABLE` and those of the migrator. */
async function fill(db: Kysely<Database>): Promise<void> {
  const tables = await db.introspection.getTables();
  for (const { name, columns } of tables) {
    if (name.startsWith('migration') || name === UNUSABLE) continue;
    for (let n = 1; n <= ROWS; n++) {
      const values = columns.map(({ name, dataType }) => exampleOf(name, dataType, n));
      await sql`INSERT INTO ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        VALUES (${sql.join(values)})`.execute(db);
    }
  }
}

function exampleOf(column: string, type: string, n: number): string | number | Uint8Array {
  if (/text|char/i.test(type)) return `${column} 名 ${n}`;
  return /blob|bytea/i.test(type) ? Buffer.alloc(32, n) : n;
}

/** @returns whether the migration was killed; false if it ended first */
async function dieAfter(
  statements: number,
  url: string,
  manner: readonly string[],
): Promise<boolean> {
  const parameters = [MIGRATOR, url, String(statements), ...manner];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  require(child.exitCode === 0 || child.signalCode === 'SIGKILL', `A migration failed: ${said}`);
  return child.signalCode === 'SIGKILL';
}
