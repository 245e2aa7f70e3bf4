import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Filling } from '../engine.ts';
import { emptyTable, tablesInUse } from '../tables.ts';

/** Who is an admin after a restore. */
export interface RestoredAdmins {
  phones: string[];
  /** Whether `phones` are the admins of the database that was replaced, and not those of the backup. */
  areKept: boolean;
  /** Admins of the backup who are not admins after the restore. */
  leftOut: string[];
}

type Admin = Database['admin'];

/**
 * @returns the admins of a database that is about to be replaced, or undefined if that database was never used
 */
export async function readOwnAdmins(db: Kysely<Database>): Promise<Admin[] | undefined> {
  if ((await tablesInUse(db)).length === 0) return undefined;
  return await readAdmins(db);
}

/**
 * Replaces the backup's admins with those of the replaced database: an admin who was removed after the backup was made
 * must not become an admin again.
 *
 * @param own the result of `readOwnAdmins`
 */
export async function keepAdmins(
  { db, insert }: Filling,
  own: readonly Admin[] | undefined,
): Promise<RestoredAdmins> {
  const phones = (await readAdmins(db)).map(({ phone }) => phone);
  if (!own) return { phones, areKept: false, leftOut: [] };
  await emptyTable(db, 'admin');
  if (own.length > 0) await insert('admin', own);
  const kept = own.map(({ phone }) => phone);
  return { phones: kept, areKept: true, leftOut: phones.filter((phone) => !kept.includes(phone)) };
}

async function readAdmins(db: Kysely<Database>): Promise<Admin[]> {
  return await db.selectFrom('admin').selectAll().orderBy('phone').execute();
}
