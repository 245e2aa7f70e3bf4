import { type Kysely, sql, type Transaction } from 'kysely';
import type { Engine } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { nameOfDatabase, StorageRefusal } from '../errors.ts';
import { pauseLetters } from '../letters/restored-letters.ts';
import {
  migrate,
  missingMigrations,
  refuseForeign,
  requireMigrated,
} from '../migrations/migrate.ts';
import { recount } from '../recount.ts';
import { type Column, type Database, schema, type Table } from '../schema.ts';
import type { Watch } from '../steps.ts';
import { countRows, emptyTables, movedTables, pagesOf, tablesInUse } from '../tables.ts';

/** Why the copy sends no letter that was waiting in the source. */
const COPIED = {
  letter:
    'Copied from another database; the site that uses the other database may send this letter.',
  mailing:
    'Copied from another database; the site that uses the other database may send the same letters.',
};

/** The result of a transfer. */
export interface Moved {
  rows: number;
  /** See `Recount.differences`. The same counters differ in the source. */
  differences: string[];
}

/**
 * Copies `movedTables` into an empty database of any engine, in one transaction: an interrupted copy leaves nothing.
 *
 * @throws StorageRefusal when a server uses either database, or the target is not empty
 */
export async function copyDatabase(from: string, to: string, watch: Watch): Promise<Moved> {
  if (nameOfDatabase(from) === nameOfDatabase(to))
    throw new StorageRefusal('A database cannot be copied into itself.');
  await using source = await openSource(from);
  await using target = await openTarget(to);
  await requireUnused(target.db, nameOfDatabase(to), 'Name an empty database.');
  const rows = await source.snapshot((from) =>
    target.transaction(async (db) => {
      await emptyTables(db);
      const rows = await transfer(from, target, db, movedTables, watch);
      await pauseLetters(db, COPIED);
      return rows;
    }),
  );
  const { differences } = await recount(target);
  return { rows, differences };
}

/**
 * Copies the rows of tables from one database into another, of the same or another engine.
 *
 * @param source a snapshot, so that it does not change meanwhile
 * @param db a transaction of the target, whose tables are empty
 * @returns how many rows were copied
 * @throws the reason of `stop`
 */
export async function transfer(
  source: Kysely<Database>,
  target: Engine,
  db: Transaction<Database>,
  tables: readonly Table[],
  { tell, stop }: Watch,
): Promise<number> {
  const total = await countRows(source, tables);
  let done = 0;
  for (const table of tables) {
    for await (const page of pagesOf(source, table)) {
      await db
        .insertInto(table)
        .values(page as never)
        .execute();
      done += page.length;
      tell(done, total);
      stop.throwIfAborted();
    }
  }
  const arrived = await countRows(db, tables);
  if (done !== total || arrived !== total) {
    throw new Error(`Of ${total} rows, ${done} were read, and ${arrived} have arrived.`);
  }
  await continueKeys(target, db);
  return done;
}

/**
 * Generated keys continue after the last keys in the transferred rows. `erased_inviter` is included, so that a new
 * inviter does not get the key of an erased inviter who still has rows in the log.
 */
async function continueKeys(target: Engine, db: Transaction<Database>): Promise<void> {
  const inviters = sql`(SELECT key FROM inviter UNION ALL SELECT inviter_key FROM erased_inviter) AS all_keys`;
  for (const table of movedTables) {
    for (const [column, { type }] of Object.entries<Column<unknown>>(schema[table].columns)) {
      if (type !== 'id' && type !== 'idNeverReused') continue;
      const rows = table === 'inviter' ? inviters : sql.table(table);
      const found = await sql<{ last: number | null }>`
        SELECT max(${sql.ref(column)}) AS last FROM ${rows}`.execute(db);
      await target.continueAfter(db, table, column, found.rows[0]?.last ?? 0);
    }
  }
}

/** Opens a database to be filled, and brings its tables up to date. */
export function openTarget(url: string): Promise<Engine> {
  return openEngine(url, 'mover', async (target) => {
    const name = nameOfDatabase(url);
    await missingMigrations(target.db, name);
    await refuseForeign(target.db, name);
    await target.migrate(migrate);
  });
}

/** @throws StorageRefusal with the names of the tables that have rows */
export async function requireUnused(db: Kysely<Database>, name: string, advice: string) {
  const used = await tablesInUse(db);
  if (used.length === 0) return;
  throw new StorageRefusal(`${name} is not empty: there are rows in ${used.join(', ')}. ${advice}`);
}

async function openSource(url: string): Promise<Engine> {
  // Opened as a command first, because a mover would create a missing database.
  await (await openEngine(url, 'command')).close();
  return await openEngine(url, 'mover', (source) =>
    requireMigrated(source.db, nameOfDatabase(url)),
  );
}
