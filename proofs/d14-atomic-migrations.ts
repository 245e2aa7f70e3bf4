import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { openEngine } from '../storage/engines/choose-engine.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { openStorage } from '../storage/open.ts';
import type { Database } from '../storage/schema.ts';
import { withSecond } from '../testing/databases/second-migration.ts';
import {
  definitionsOf,
  query,
  tablesOf,
  testEngines,
} from '../testing/databases/test-databases.ts';
import type { FoundRow, TestDatabase } from '../testing/databases/test-engine.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const MIGRATOR = join(import.meta.dirname, 'migrate-and-die.ts');
const CONTROL_KILLS = 5;
const ROWS = 3;
/** From which the migrations start: no tables, or those of this program. */
const starts = ['no tables', 'the first migration'] as const;
type Start = (typeof starts)[number];

export const atomicMigrations: Proof = {
  id: 'D14',
  promise:
    'A migration that is killed after any of its statements leaves either the old tables or the new ones, and an older program refuses the new ones.',
  variants: testEngines.map(({ name }) => name),
  async run(engine) {
    const kills = { old: 0, new: 0 };
    for (const start of starts) {
      const found = await killThroughout(engine, start, await countStatements(engine, start));
      kills.old += found.old;
      kills.new += found.new;
    }
    require(kills.old > kills.new, 'Almost every migration ended before its kill.');
    return `${kills.old + kills.new} kills during migrations from ${starts.join(' and from ')}: ${kills.old} left the old tables, ${kills.new} the new tables, 0 a mixture; every row was kept; each next start completed the migration; the older program refused the new tables`;
  },
  control: {
    without: 'the transaction around a migration',
    run: (engine) =>
      expectFailure(/neither the old nor the new/, () =>
        killThroughout(engine, 'the first migration', CONTROL_KILLS, 'piecemeal').then(
          JSON.stringify,
        ),
      ),
  },
};

/** @returns how many statements the migrations have */
async function countStatements(engine: string, start: Start): Promise<number> {
  await using database = await createOlder(engine, start);
  const { said, isKilled } = await migrateAndDie(Number.MAX_SAFE_INTEGER, database.url, []);
  require(!isKilled && Number(said) > 0, `Migrations from ${start} have ${said} statements.`);
  return Number(said);
}

/**
 * Migrates again and again, and kills the migration after one statement, then after two, and so on.
 *
 * @param manner with `piecemeal`, each statement is a separate transaction
 * @returns how many kills left the old tables, and how many the new ones
 */
async function killThroughout(
  engine: string,
  start: Start,
  most: number,
  ...manner: 'piecemeal'[]
) {
  const { before, after } = await migrateUnkilled(engine, start);
  const kills = { old: 0, new: 0 };
  for (let statements = 1; statements <= most; statements++) {
    await using database = await createOlder(engine, start);
    const { isKilled } = await migrateAndDie(statements, database.url, manner);
    require(isKilled, `Migrations from ${start} had ended before statement ${statements}.`);
    const state = asText(await readState(database.url));
    const where = `A migration from ${start}, killed after ${statements} statements,`;
    require(state === asText(before) ||
      state === asText(after), `${where} has left neither the old nor the new tables.`);
    kills[state === asText(before) ? 'old' : 'new']++;
    await migrateToSecond(database.url);
    const isUpToDate = asText(await readState(database.url)) === asText(after);
    require(isUpToDate, `${where} was not completed by the next start.`);
  }
  return kills;
}

/**
 * @returns the states before and after a migration without a kill
 * @throws if a row is missing after the migration, or the older program is not refused, or changes the database
 */
async function migrateUnkilled(engine: string, start: Start) {
  await using database = await createOlder(engine, start);
  const before = await readState(database.url);
  await migrateToSecond(database.url);
  const after = await readState(database.url);
  for (const [table, rows] of before.rows) {
    const isKept = (row: FoundRow) => after.rows.get(table)?.some((other) => includes(other, row));
    require(rows.every(isKept), `From ${start}, rows of ${table} are lost.`);
  }
  const refusal = await openStorage(database.url, 'server').then(() => 'none', String);
  require(/newer version/.test(
    refusal,
  ), `The older program did not refuse a newer database: ${refusal}`);
  const isUntouched = asText(await readState(database.url)) === asText(after);
  require(isUntouched, 'The older program changed a newer database.');
  return { before, after };
}

/** @returns a database, with rows in each table that it has */
async function createOlder(name: string, start: Start): Promise<TestDatabase> {
  const engine = testEngines.find((engine) => engine.name === name);
  require(engine !== undefined, `There is no engine ${name}.`);
  const database = await engine.createBare();
  if (start === 'the first migration') {
    await (await openStorage(database.url, 'server')).close();
    await using opened = await openEngine(database.url, 'mover');
    await opened.migrate(fill);
  }
  return database;
}

async function migrateToSecond(url: string): Promise<void> {
  await using engine = await openEngine(url, 'server');
  await engine.migrate((db, columnTypes) => migrate(db, columnTypes, withSecond));
}

/** Adds rows with example values to every table except those of the migrator. */
async function fill(db: Kysely<Database>): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    if (name.startsWith('migration')) continue;
    await sql`DELETE FROM ${sql.table(name)}`.execute(db);
    for (let n = 1; n <= ROWS; n++) {
      const values = columns.map(({ name, dataType }) => {
        if (/text|char/i.test(dataType)) return `${name} 名 ${n}`;
        return /blob|bytea/i.test(dataType) ? Buffer.alloc(32, n) : n;
      });
      await sql`INSERT INTO ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
        VALUES (${sql.join(values)})`.execute(db);
    }
  }
}

/** @returns whether the migration was killed, and else what it has printed: its number of statements */
async function migrateAndDie(statements: number, url: string, manner: readonly string[]) {
  const parameters = [MIGRATOR, url, String(statements), ...manner];
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complaint] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  const isKilled = child.signalCode === 'SIGKILL';
  require(child.exitCode === 0 || isKilled, `A migration failed: ${complaint}`);
  return { said, isKilled };
}

/** The whole content of a database, without the migrator's own tables, which it makes before the first migration. */
interface DatabaseState {
  applied: readonly FoundRow[];
  /** Its tables and indexes, one line each. */
  definitions: readonly string[];
  rows: ReadonlyMap<string, readonly FoundRow[]>;
}

async function readState(url: string): Promise<DatabaseState> {
  const tables = (await tablesOf(url)).toSorted();
  const rows = new Map<string, FoundRow[]>();
  for (const table of tables.filter((name) => !/^migration(_|$)/.test(name))) {
    rows.set(table, await query(url, `SELECT * FROM ${table}`));
  }
  const hasMigrated = tables.includes('migration');
  return {
    applied: hasMigrated ? await query(url, 'SELECT name FROM migration ORDER BY name') : [],
    definitions: (await definitionsOf(url)).filter((line) => !/(^|[ _])migration(_|\b)/.test(line)),
    rows,
  };
}

function asText({ applied, definitions, rows }: DatabaseState): string {
  const contents = [...rows].map(([table, all]) => [
    table,
    all.map((row) => JSON.stringify(row)).toSorted(),
  ]);
  return JSON.stringify([applied, definitions, contents]);
}

function includes(row: FoundRow, older: FoundRow): boolean {
  return Object.entries(older).every(
    ([column, value]) => JSON.stringify(row[column]) === JSON.stringify(value),
  );
}
