import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { hashSubject, storeErasure } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { readSecret } from '../secret.ts';
import { deleteRows } from '../tables.ts';
import { addTo, counters, hourOfEvent, loggedBy, OLDER } from './counters.ts';

/**
 * Deletes the profile and the sums of an inviter, and subtracts these from the sums of all inviters, in one transaction.
 * `retention` later deletes the inviter's rows of the log, which no longer name a person, and removes the bytes of
 * deleted rows from the disk. Also stores a hash of the id. When an earlier backup is restored, this hash causes the
 * inviter to be removed again.
 *
 * @returns whether the inviter existed
 */
export async function eraseInviter(engine: Engine, id: string, at: number): Promise<boolean> {
  const subject = hashSubject(await readSecret(engine, 'secret'), 'inviter', id);
  return await engine.transaction(async (db) => {
    const inviters = db.deleteFrom('inviter').where('user_id', '=', id);
    const inviter = await inviters.returning('key').executeTakeFirst();
    await storeErasure(db, subject, at);
    if (!inviter) return false;
    await subtractFromHours(db, inviter.key);
    await deleteInviterRows(db, inviter.key);
    await db.insertInto('erased_inviter').values({ inviter_key: inviter.key }).execute();
    return true;
  });
}

/** What is in the log is subtracted from its hours, and the inviter's older events from the row `OLDER`. */
async function subtractFromHours(db: Kysely<Database>, key: number): Promise<void> {
  const logged = loggedBy([hourOfEvent], sql`inviter_key = ${key}`, -1);
  await addTo('hour_total', counters, logged).execute(db);
  const negative = sql.join(counters.map((counter) => sql`-${sql.ref(counter)}`));
  const older = sql`
    SELECT day, ${negative} FROM inviter_day WHERE day = ${sql.lit(OLDER)} AND inviter_key = ${key}`;
  await addTo('hour_total', counters, older).execute(db);
}

async function deleteInviterRows(db: Kysely<Database>, key: number): Promise<void> {
  for (const table of ['app_invite', 'sign_up_ref', 'inviter_total'] as const)
    await deleteRows(db, table, sql<boolean>`inviter_key = ${key}`);
  // The day is first in the key of the table. Without the days, all rows of all inviters would be read.
  await sql`
    WITH RECURSIVE days (day) AS (
      SELECT min(day) FROM inviter_day
      UNION ALL
      SELECT (SELECT min(day) FROM inviter_day WHERE day > days.day) FROM days WHERE day IS NOT NULL
    )
    DELETE FROM inviter_day WHERE day IN (SELECT day FROM days) AND inviter_key = ${key}`.execute(
    db,
  );
}
