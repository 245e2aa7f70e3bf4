import type { Kysely } from 'kysely';
import { BACKUP_DELETION_DAYS, DAY_MS } from '../../contract/durations.ts';
import type { Database } from '../database.ts';
import { StorageRefusal } from '../errors.ts';

/**
 * Refuses a file whose table `backup_moment` is empty. Such a file is a database in use, not a backup: its latest rows
 * may be missing, because they are in the write-ahead log. Accepts a file without this table, which a version before
 * 007-backup-moment made: it may be a backup or a database, and `refuseOld` refuses it. Call this function before the
 * migrations, because they add the table.
 *
 * @throws StorageRefusal for a database that is not a backup
 */
export async function requireBackup(db: Kysely<Database>, file: string): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'backup_moment')) return;
  if ((await readMoment(db)) === undefined) throw databaseInUse(file);
}

export function databaseInUse(file: string): StorageRefusal {
  return new StorageRefusal(
    `${file} is not a backup, but a database in use. Make a backup with "./site backup".`,
  );
}

/**
 * @throws StorageRefusal for a backup that is older than the time for which erasures are stored, or whose age is
 * unknown
 */
export async function refuseOld(db: Kysely<Database>, file: string, now: number): Promise<void> {
  const at = await readMoment(db);
  if (at === undefined) {
    throw new StorageRefusal(
      `${file} does not contain the time when it was made. If it is a database that was copied by hand, its latest rows may be missing. If "./site backup" of an earlier version made it, use a later backup, or add --despite-age to restore this one: it could contain people who were erased.`,
    );
  }
  if (now - at <= BACKUP_DELETION_DAYS * DAY_MS) return;
  const day = new Date(at).toISOString().slice(0, 10);
  throw new StorageRefusal(
    `${file} was made on ${day} (UTC), and erasures are stored for ${BACKUP_DELETION_DAYS} days: the restored data could contain people who were erased. Use a later backup, or add --despite-age to restore this one.`,
  );
}

async function readMoment(db: Kysely<Database>): Promise<number | undefined> {
  return (await db.selectFrom('backup_moment').select('at').executeTakeFirst())?.at;
}
