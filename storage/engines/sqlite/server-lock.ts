import { chmodSync, realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageRefusal } from '../../errors.ts';
import { isBusy, refusal } from './file-trouble.ts';

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
    lock = new DatabaseSync(lockFile);
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    // Another user of this machine who may read the file could hold its lock.
    chmodSync(lockFile, 0o600);
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
