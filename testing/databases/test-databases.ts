import { openStorage, type Storage } from '../../storage/open.ts';
import { postgres } from './postgres-test-engine.ts';
import { sqlite } from './sqlite-test-engine.ts';
import type { FoundRow, TestDatabase, TestEngine, WriteLock } from './test-engine.ts';

/** Every engine that the tests run against. */
export const testEngines: readonly TestEngine[] = [sqlite, postgres];

/** @param name of the engine; by default the engine of `TEST_ENGINE`, or else SQLite */
export function testEngine(name = process.env['TEST_ENGINE'] || sqlite.name): TestEngine {
  const engine = testEngines.find((engine) => engine.name === name);
  if (!engine) throw new Error(`There is no engine ${name}.`);
  return engine;
}

/** @param engine its name; by default see `testEngine` */
export function createTestDatabase(engine?: string): Promise<TestDatabase> {
  return testEngine(engine).create();
}

/** A database that its maker removes: for a second site on it, or a site that is started again on it. */
export function keptDatabase(url: string): TestDatabase {
  return { url, remove: async () => {}, [Symbol.asyncDispose]: async () => {} };
}

/** Opens a database as a server does. The time limits are long, so that no test fails because its machine is slow. */
export function openTestStorage(url: string): Promise<Storage> {
  return openStorage(url, 'server', 10);
}

/** Runs one statement on a separate connection, in SQL that every engine understands. @returns its rows */
export function query(url: string, statement: string): Promise<FoundRow[]> {
  return engineOf(url).query(url, statement);
}

/** The file of a database; undefined if its engine has a server. */
export function fileOf(url: string): string | undefined {
  return engineOf(url).fileOf(url);
}

/** The names of a database's tables. */
export async function tablesOf(url: string): Promise<string[]> {
  const rows = await query(url, engineOf(url).tables);
  return rows.map(({ name }) => String(name));
}

/** The definitions of a database's tables and indexes, one line each. */
export async function definitionsOf(url: string): Promise<string[]> {
  const found: FoundRow[] = [];
  for (const statement of engineOf(url).definitions) found.push(...(await query(url, statement)));
  return found.map((row) => Object.values(row).join(' ')).toSorted();
}

/** @returns "ok", or the faults that the database's own check of every row and index finds */
export function checkIntegrity(url: string): Promise<string> {
  return engineOf(url).checkIntegrity(url);
}

/** Opens a lock for which every visit and sign-up has to wait. A program may use the database at the same time. */
export function openWriteLock(url: string): Promise<WriteLock> {
  return engineOf(url).openWriteLock(url);
}

function engineOf(url: string): TestEngine {
  const engine = testEngines.find((engine) => engine.isUrl(url));
  if (!engine) throw new Error(`${url} is the address of no test engine.`);
  return engine;
}
