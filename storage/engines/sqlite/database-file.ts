import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Role } from '../../engine.ts';
import { StorageRefusal } from '../../errors.ts';
import { makeFolder, removeEmptyFolders } from '../../make-folder.ts';
import { type Connection, connect, isBusy, refusal } from './connection.ts';

/** Versions from 3.7.0 to 3.51.2 can lose committed rows when the write-ahead log is reset (sqlite.org/wal.html). */
const OLDEST_SOUND_VERSION = '3.51.3';

/**
 * Makes sure that the file exists, is a database, and uses a write-ahead log. For a `command` the file must exist.
 * Other roles create a missing file, which only the current user can read.
 *
 * @throws StorageRefusal with the reason
 */
export function prepareDatabaseFile(file: string, role: Role): void {
  try {
    if (role !== 'command') createFile(file);
    else if (!existsSync(file)) {
      throw new StorageRefusal(
        `There is no database at ${file}. Start the site once, which creates it, or name the right database.`,
      );
    }
    refuseUnusable(file);
    // SQLite also opens a file that it may only read. Later every write would fail.
    accessSync(file, constants.R_OK | constants.W_OK);
    const connection = connect(file, { readOnly: false });
    try {
      const row = connection.prepare('SELECT sqlite_version() AS version').get();
      refuseUnsound(String(row?.['version']));
      // The read creates the index of the log, for which a disk may have no room.
      connection.database.exec('PRAGMA journal_mode = WAL; SELECT count(*) FROM sqlite_schema');
      if (role === 'mover') refuseDamaged(connection);
    } finally {
      connection.close();
    }
  } catch (error) {
    if (error instanceof StorageRefusal) throw error;
    throw refusal(`The database ${file} cannot be opened`, error);
  }
}

/** @throws StorageRefusal for a version of SQLite that can lose committed rows */
export function refuseUnsound(version: string): void {
  if (version.localeCompare(OLDEST_SOUND_VERSION, 'en', { numeric: true }) >= 0) return;
  throw new StorageRefusal(
    `SQLite ${version} can lose committed rows; ${OLDEST_SOUND_VERSION} or later is needed. Use the Node of package.json, which "node tools/prepare.mjs" installs.`,
  );
}

/** Protects movers: they later only compare the rows of source and target, and would accept damaged rows. */
function refuseDamaged(connection: Connection): void {
  const [found] = Object.values(connection.prepare('PRAGMA integrity_check(1)').get() ?? {});
  if (found !== 'ok') throw new Error(`it is damaged (${found})`);
}

/**
 * The files that SQLite makes beside a database, its write-ahead log and our lock, have the name of the database. With
 * another name for the same file, two servers would write it at the same time, each with its own log. A symbolic link
 * does no harm, because SQLite and the lock follow it.
 */
function refuseUnusable(file: string): void {
  const path = realpathSync(file);
  const found = statSync(path);
  const beside = 'SQLite writes the latest rows into a file beside';
  let trouble: string | undefined;
  if (!found.isFile()) trouble = 'is a folder, a device or a pipe. Name a file.';
  else if (found.nlink > 1)
    trouble = `has ${found.nlink} names (hard links), so rows could be lost: ${beside} the name that it is given. Delete the names that the site does not use. This lists all: find / -samefile '${path}'`;
  else if (isMountPoint(path))
    trouble = `is mounted without its folder, so rows could be lost: ${beside} it. Mount the folder instead.`;
  if (trouble) throw new StorageRefusal(`The database ${file} ${trouble}`);
}

/** Linux lists the mounts in this file, with spaces and the like as octal numbers; see proc_pid_mountinfo(5). */
function isMountPoint(path: string): boolean {
  const list = '/proc/self/mountinfo';
  if (!existsSync(list)) return false;
  const written = path.replace(
    /[\s\\]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return readFileSync(list, 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[4] === written);
}

function createFile(file: string): void {
  if (existsSync(file)) return;
  const made = makeFolder(dirname(file), 0o700);
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    // The path is wrong.
    removeEmptyFolders(made);
    throw error;
  }
  for (const path of [...made, file]) syncFolder(dirname(path));
}

/** A new file or folder survives a power cut only after the folder that contains it has been synced. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Locks a database for one server or mover, with SQLite's own lock on a small file beside the database. The operating
 * system releases it when the process ends, also after a crash.
 *
 * @returns a function that unlocks
 * @throws StorageRefusal when another server or mover has the lock, or the file cannot be locked
 */
export function lockForServer(file: string): () => void {
  // Two names of one file must have the same lock.
  const lockFile = `${realpathSync(file)}-server`;
  let lock: DatabaseSync | undefined;
  try {
    // Another user of this machine who may read the file could hold its lock.
    closeSync(openSync(lockFile, 'a', 0o600));
    lock = new DatabaseSync(lockFile);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (!isBusy(error)) throw refusal(`${lockFile} cannot be locked`, error);
    throw new StorageRefusal(
      `A server or another command uses ${file}. Stop it first, wait for it to end, or name another database.`,
    );
  }
  const held = lock;
  return () => held.close();
}
