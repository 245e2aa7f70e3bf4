import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { isSameDatabase, nameOfDatabase } from '../database-name.ts';
import type { Engine } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { StorageRefusal } from '../errors.ts';
import { recount } from '../invites/recount.ts';
import { isAskingEarlier, letEarlierBeAsked, pauseLetters } from '../letters/pause-letters.ts';
import { migrate, refuseForeign, requireMigrated } from '../migrations/migrate.ts';
import { emptyTables, movedTables, tablesInUse } from '../tables.ts';
import { transfer, type Watch } from './transfer.ts';

/** Why a letter that was waiting in the source is not sent by the copy. */
const COPIED =
  'Copied from another database; the site that uses the other database may send this letter.';

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
  if (isSameDatabase(from, to))
    throw new StorageRefusal('A database cannot be copied into itself.');
  await using source = await openSource(from);
  await using target = await openTarget(to);
  await requireUnused(target.db, nameOfDatabase(to), 'Name an empty database.');
  const rows = await source.snapshot((db) =>
    target.fill(async (filling) => {
      await emptyTables(filling.db);
      const rows = await transfer(db, filling, movedTables, watch);
      await pauseLetters(filling.db, COPIED);
      if (await isAskingEarlier(db)) await letEarlierBeAsked(filling.db);
      return rows;
    }),
  );
  const { differences } = await recount(target.db);
  return { rows, differences };
}

/** Opens a database to be filled, and brings its tables up to date. */
export function openTarget(url: string): Promise<Engine> {
  return openEngine(url, 'mover', async (target) => {
    await refuseForeign(target.db, nameOfDatabase(url));
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
  return await openEngine(url, 'mover', async (source) => {
    await requireMigrated(source.db);
    await source.refuseUnreadable(movedTables);
  });
}
