import type { Kysely } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { BACKUP_DELETION_DAYS } from '../../contract/policies.ts';
import type { Database } from '../database.ts';
import { StorageRefusal } from '../errors.ts';

/** Stores in a backup when it was made. @param at a time before its rows were read */
export async function saveMoment(db: Kysely<Database>, at: number): Promise<void> {
  await db.insertInto('backup_moment').values({ id: 1, at }).execute();
}

/** @throws StorageRefusal for a backup from before the oldest erasure that is still stored */
export async function refuseOld(db: Kysely<Database>, file: string, now: number): Promise<void> {
  const at = await readMoment(db);
  if (at !== undefined && now - at <= BACKUP_DELETION_DAYS * DAY_MS) return;
  const age =
    at === undefined
      ? 'does not contain the time when it was made'
      : `was made on ${dateOf(at)} (UTC)`;
  throw new StorageRefusal(
    `${file} ${age}, and erasures are stored for ${BACKUP_DELETION_DAYS} days: the restored data could contain people who were erased. Use a later backup, or add --despite-age to restore this one.`,
  );
}

/** Earlier versions did not store this time. A backup of an earlier version was made at the time of its last retention, or later. */
async function readMoment(db: Kysely<Database>): Promise<number | undefined> {
  const moment = await db.selectFrom('backup_moment').select('at').executeTakeFirst();
  const run = await db.selectFrom('retention_run').select('at').executeTakeFirst();
  return moment?.at ?? run?.at;
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
