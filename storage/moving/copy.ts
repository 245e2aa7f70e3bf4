import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { isSameDatabase, nameOfDatabase } from '../database-name.ts';
import type { Engine, Filling } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { StorageRefusal } from '../errors.ts';
import { recount } from '../invites/recount.ts';
import { isAskingEarlier, letEarlierBeAsked, pauseLetters } from '../letters/pause-letters.ts';
import { migrate, refuseForeign, requireMigrated } from '../migrations/migrate.ts';
import { readSecret } from '../secret.ts';
import { emptyTables, movedTables, tablesInUse } from '../tables.ts';
import { transfer, type Watch } from './transfer.ts';
import { isUnfinished, refuseUnfinished } from './unfinished-copy.ts';

/** Why a letter that was waiting in the source is not sent by the copy. */
const COPIED =
  'Copied from another database; the site that uses the other database may send this letter.';

/** The result of a transfer, after the rows of both sides were compared. */
export interface Moved {
  rows: number;
  /** See `Recount.differences`. The same counters differ in the source. */
  differences: string[];
}

/**
 * Copies `movedTables` into an empty database of any engine. An interrupted copy continues when it is run again; until
 * it is complete, servers and other commands refuse the target.
 *
 * @throws StorageRefusal when a server uses either database, or the target is not empty
 */
export async function copyDatabase(from: string, to: string, watch: Watch): Promise<Moved> {
  if (isSameDatabase(from, to))
    throw new StorageRefusal('A database cannot be copied into itself.');
  await using source = await openSource(from);
  await using target = await openTarget(to);
  await begin(source, target, nameOfDatabase(to));
  let lacksAsked = false;
  const rows = await source.snapshot(async (db) => {
    lacksAsked = await isAskingEarlier(db);
    return await transfer(db, target.fill, movedTables, watch);
  });
  const { differences } = await recount(target.db);
  await target.fill(async ({ db }) => {
    // The letters change only now, because `transfer` compares the rows of both sides. No site could send them earlier,
    // because servers refuse a database with a row in `unfinished_copy`.
    await pauseLetters(db, COPIED);
    if (lacksAsked) await letEarlierBeAsked(db);
    await db.deleteFrom('unfinished_copy').execute();
  });
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
    await refuseUnfinished(source.db);
    await source.refuseUnreadable(movedTables);
    // Creates the secret if there is none, because a continued copy recognises its source by the secret.
    await readSecret(source, 'secret');
  });
}

async function begin(source: Engine, target: Engine, name: string): Promise<void> {
  const secret = await readSecret(source, 'secret');
  if (await isUnfinished(target.db)) {
    if (Buffer.compare(secret, await readSecret(target, 'secret')) === 0) return;
    throw new StorageRefusal(`${name} contains an interrupted copy of another database.`);
  }
  await requireUnused(target.db, name, 'Name an empty database.');
  await target.fill((filling) => mark(filling, secret));
}

async function mark({ db }: Filling, secret: Uint8Array): Promise<void> {
  await emptyTables(db);
  await db.insertInto('unfinished_copy').values({ id: 1 }).execute();
  await db.insertInto('secret').values({ id: 1, bytes: secret }).execute();
}
