import { realpathSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageRefusal } from '../../errors.ts';

/**
 * Holds a database for one server. The lock is SQLite's own lock on a small file beside the database,
 * so the operating system lets go of it however the process ends.
 *
 * @returns a function that lets go
 * @throws StorageRefusal when another server holds it
 */
export function lockForServer(file: string): () => void {
  const lock = new DatabaseSync(`${realpathSync(file)}-server`);
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new StorageRefusal(
      `Another server already uses ${file}. Stop it first, or give this one a database of its own in DATABASE_URL.`,
    );
  }
  return () => lock.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
