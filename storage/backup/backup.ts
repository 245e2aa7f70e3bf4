import { constants, existsSync } from 'node:fs';
import { copyFile, mkdtempDisposable, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { BACKUP_DELETION_DAYS, DAY_MS, isoDay } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { addressOfBackup, hasRowsBeside, openEngine } from '../engines/choose-engine.ts';
import { nameOfDatabase, StorageRefusal } from '../errors.ts';
import { migrate, missingMigrations, requireMigrated, requireOurs } from '../migrations/migrate.ts';
import { recordBackup } from '../notices.ts';
import { type Recount, recount } from '../recount.ts';
import type { Database } from '../schema.ts';
import { readSecret } from '../secret.ts';
import type { Watch } from '../steps.ts';
import { backedUpTables } from '../tables.ts';
import { type Moved, openTarget, transfer } from './copy.ts';

/**
 * Writes a snapshot of the database, without sessions and sign-ins, into a new file. The file gets its name only after
 * it is complete and on disk, and has been opened and recounted.
 *
 * @throws StorageRefusal with a sentence for the operator
 */
export async function backUp(url: string, name: string, now: number, watch: Watch): Promise<Moved> {
  const file = resolve(name);
  if (existsSync(file)) throw existsAlready(name);
  if (!existsSync(dirname(file))) {
    throw new StorageRefusal(`There is no folder ${dirname(file)} for ${name}. Create it first.`);
  }
  await using source = await openEngine(url, 'command');
  await requireMigrated(source.db, nameOfDatabase(url));
  // Creates the secret if there is none: a backup without the secret could not be compared with later erasures.
  await readSecret(source, 'secret');
  // Only this user can read this folder.
  await using folder = await mkdtempDisposable(`${file}-unfinished-`).catch(cannotWrite(file));
  const made = join(folder.path, 'backup.db');
  const rows = await write(source, made, now, watch);
  const { differences } = await recountFile(made);
  await requireComplete(made, name);
  await syncToDisk(made);
  await giveName(made, file);
  // Of a standby, which is read-only, this is not stored.
  await source.transaction((db) => recordBackup(db, now)).catch(() => {});
  return { rows, differences };
}

/**
 * Runs work on a temporary copy of a backup, whose tables are brought up to date. The backup's file is not changed.
 *
 * @throws StorageRefusal for a file that is not a backup, or is damaged
 */
export async function withBackup<Result>(
  file: string,
  work: (backup: Engine) => Promise<Result>,
): Promise<Result> {
  await refuseInUse(file);
  const refuse = (error: Error) => {
    throw new StorageRefusal(
      `${file} cannot be copied to ${tmpdir()}: ${error.message}. Set TMPDIR to another folder.`,
      { cause: error },
    );
  };
  const prefix = join(tmpdir(), 'impromptu-backup-');
  await using folder = await mkdtempDisposable(prefix).catch(refuse);
  const copy = join(folder.path, 'backup.db');
  await copyFile(file, copy, constants.COPYFILE_FICLONE).catch(refuse);
  await using backup = await openCopy(copy, file);
  return await work(backup);
}

async function write(source: Engine, file: string, now: number, watch: Watch): Promise<number> {
  await using target = await openTarget(addressOfBackup(file));
  return await source.snapshot((from) =>
    target.transaction(async (db) => {
      // A time before the rows are read.
      await db.insertInto('backup_moment').values({ id: 1, at: now }).execute();
      return await transfer(from, target, db, backedUpTables, watch);
    }),
  );
}

async function recountFile(file: string): Promise<Recount> {
  await using backup = await openEngine(addressOfBackup(file), 'mover');
  return await recount(backup);
}

/** An engine may close a database without an error although some rows are not in its file. */
async function requireComplete(made: string, name: string): Promise<void> {
  if (!(await hasRowsBeside(made))) return;
  throw new StorageRefusal(
    `${name} is not complete: its last rows could not be written into the file, as on a full disk. No backup was made.`,
  );
}

/**
 * Creates an empty file first, because a rename alone would replace a file that was created meanwhile. A hard link
 * would not, but some file systems have none, such as exFAT.
 */
async function giveName(made: string, file: string): Promise<void> {
  const empty = await open(file, 'wx', 0o600).catch(cannotWrite(file));
  await empty.close();
  await rename(made, file).catch(async (error) => {
    await rm(file);
    cannotWrite(file)(error);
  });
  await syncToDisk(dirname(file));
}

function cannotWrite(file: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EEXIST') throw existsAlready(file);
    throw new StorageRefusal(`${file} cannot be written: ${error.message}.`, { cause: error });
  };
}

function existsAlready(file: string): StorageRefusal {
  return new StorageRefusal(`${file} exists already. Name a file that does not exist.`);
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync();
  await handle.close();
}

async function refuseInUse(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new StorageRefusal(`There is no backup at ${file}.`);
  if (await hasRowsBeside(file)) throw databaseInUse(file);
}

async function openCopy(copy: string, file: string): Promise<Engine> {
  const backup = await openEngine(addressOfBackup(copy), 'mover').catch((error: Error) => {
    throw new StorageRefusal(error.message.replaceAll(copy, file), { cause: error });
  });
  try {
    await requireOurs(backup.db, file);
    await missingMigrations(backup.db, file);
    await readMoment(backup.db, file);
    await backup.migrate(migrate);
    return backup;
  } catch (error) {
    await backup.close();
    throw error;
  }
}

function databaseInUse(file: string): StorageRefusal {
  return new StorageRefusal(
    `${file} is not a backup, but a database in use. Make a backup with "./site backup".`,
  );
}

/** @throws StorageRefusal for a backup that is older than the time for which erasures are stored */
export async function refuseOld(db: Kysely<Database>, file: string, now: number): Promise<void> {
  const at = await readMoment(db, file);
  if (now - at <= BACKUP_DELETION_DAYS * DAY_MS) return;
  const day = isoDay(at);
  throw new StorageRefusal(
    `${file} was made on ${day} (UTC), and erasures are stored for ${BACKUP_DELETION_DAYS} days: the restored data could contain people who were erased. Use a later backup, or add --despite-age to restore this one.`,
  );
}

/**
 * When a backup was made.
 *
 * @throws StorageRefusal for a database in use: its latest rows may be missing, because they are not in the file yet
 */
export async function readMoment(db: Kysely<Database>, file: string): Promise<number> {
  const row = await db.selectFrom('backup_moment').select('at').executeTakeFirst();
  if (!row) throw databaseInUse(file);
  return row.at;
}
