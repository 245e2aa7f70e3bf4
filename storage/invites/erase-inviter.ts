import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { hashSubject, storeErasure } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { readSecret } from '../secret.ts';
import { deleteRows } from '../tables.ts';
import { addTo, countEach, hourOfEvent, none, OLDER } from './counters.ts';
import { type Counts, counters } from './events.ts';

type HourCounts = Counts & { hour: number };

/**
 * Deletes the profile and the sums of an inviter, and subtracts these from the sums of all inviters, in one transaction.
 * The log has no index by inviter: so it is counted before this transaction, which counts only the events that came
 * meanwhile. `retention` later deletes the inviter's rows of the log, which no longer name a person, and removes the
 * bytes of deleted rows from the disk. Also stores a hash of the id. When an earlier backup is restored, this hash causes
 * the inviter to be removed again.
 *
 * @returns whether the inviter existed
 */
export async function eraseInviter(engine: Engine, id: string, at: number): Promise<boolean> {
  const subject = hashSubject(await readSecret(engine, 'secret'), 'inviter', id);
  const logged = await engine.snapshot(async (db) => ({
    last: await readLast(db),
    hours: await countHours(db, sql`inviter_key = (SELECT key FROM inviter WHERE user_id = ${id})`),
  }));
  return await engine.transaction(async (db) => {
    const inviters = db.deleteFrom('inviter').where('user_id', '=', id);
    const inviter = await inviters.returning('key').executeTakeFirst();
    await storeErasure(db, subject, at);
    if (!inviter) return false;
    const { key } = inviter;
    const later = await countHours(db, sql`id > ${logged.last} AND inviter_key = ${key}`);
    const sums = await sumsToSubtract(db, key, [...logged.hours, ...later]);
    await deleteInviterRows(db, key);
    await addTo('hour_total', counters, sums).execute(db);
    await db.insertInto('erased_inviter').values({ inviter_key: key }).execute();
    return true;
  });
}

/** @returns the key of the newest event of the log */
async function readLast(db: Kysely<Database>): Promise<number> {
  const newest = db.selectFrom('invite_event').select(({ fn }) => fn.max('id').as('id'));
  return (await newest.executeTakeFirst())?.id ?? 0;
}

async function countHours(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<HourCounts[]> {
  const { rows: hours } = await sql<HourCounts>`
    SELECT ${hourOfEvent} AS hour, ${countEach()} FROM invite_event WHERE ${rows} GROUP BY 1`.execute(
    db,
  );
  return hours;
}

/**
 * What an inviter takes from `hour_total`: what is in the log from its hours, the rest of the inviter's sums from `OLDER`.
 * If the retention has moved events of the inviter to `OLDER` since the log was counted, which is rare, it is counted
 * again.
 *
 * @returns rows of `addTo`
 */
async function sumsToSubtract(
  db: Kysely<Database>,
  key: number,
  hours: readonly HourCounts[],
): Promise<RawBuilder<unknown>> {
  const totals = db.selectFrom('inviter_total').select(counters).where('inviter_key', '=', key);
  const total = { ...none(), ...(await totals.executeTakeFirst()) };
  const days = db.selectFrom('inviter_day').select(counters).where('inviter_key', '=', key);
  const older = { ...none(), ...(await days.where('day', '=', OLDER).executeTakeFirst()) };
  const rest = restOf(total, hours);
  if (counters.some((counter) => rest[counter] !== older[counter])) {
    const again = await countHours(db, sql`inviter_key = ${key}`);
    return subtracted([...again, { hour: OLDER, ...restOf(total, again) }]);
  }
  return subtracted([...hours, { hour: OLDER, ...rest }]);
}

function restOf(total: Counts, hours: readonly HourCounts[]): Counts {
  const rest = { ...total };
  for (const hour of hours) for (const counter of counters) rest[counter] -= hour[counter];
  return rest;
}

/** Without parameters: of thousands of hours they would keep the event loop busy for a tenth of a second. */
function subtracted(hours: readonly HourCounts[]): RawBuilder<unknown> {
  const rows = [...Map.groupBy(hours, ({ hour }) => hour)].map(([hour, all]) => {
    const sums = restOf(none(), all);
    return `(${[hour, ...counters.map((counter) => sums[counter])].join(', ')})`;
  });
  return sql.raw(`VALUES ${rows.join(', ')}`);
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
