import type { Kysely } from 'kysely';
import { BACKUP_DELETION_DAYS } from '../../contract/policies.ts';
import { DAY_MS } from '../counters.ts';
import type { Database } from '../database.ts';
import { StorageRefusal } from '../errors.ts';

/** Has a backup know of when it is. @param at not after its rows were read */
export async function saveMoment(db: Kysely<Database>, at: number): Promise<void> {
  await db.insertInto('backup_moment').values({ id: 1, at }).execute();
}

/** @throws StorageRefusal for a backup from before the first erasures that are still remembered */
export async function refuseOld(db: Kysely<Database>, file: string, now: number): Promise<void> {
  const at = await readMoment(db);
  if (at !== undefined && now - at <= BACKUP_DELETION_DAYS * DAY_MS) return;
  const age = at === undefined ? 'does not say when it was made' : `was made on ${dayOf(at)} (UTC)`;
  throw new StorageRefusal(
    `${file} ${age}, and erasures are remembered for ${BACKUP_DELETION_DAYS} days: whoever was erased before that would come back. Take a later backup, or add --despite-age to restore it nevertheless.`,
  );
}

/** Backups of earlier versions say nothing: they are no older than the last retention in them. */
async function readMoment(db: Kysely<Database>): Promise<number | undefined> {
  const moment = await db.selectFrom('backup_moment').select('at').executeTakeFirst();
  const run = await db.selectFrom('retention_run').select('at').executeTakeFirst();
  return moment?.at ?? run?.at;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
