import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS, HOURS_OF_DAY } from '../../contract/durations.ts';
import { type Database, isStorable } from '../schema.ts';
import { type Counter, type Counts, counterCodes, counters } from './events.ts';

/** The day of `inviter_day`, and the hour of `hour_total`, with the sums of what the log does not have any more. */
export const OLDER = -1;

/** The tables of sums, with their primary keys. */
const keys = {
  inviter_day: ['day', 'inviter_key'],
  inviter_total: ['inviter_key'],
  hour_total: ['hour'],
} as const;
type SumTable = keyof typeof keys;
/** What the tables of sums count; `hour_total` has no `sign_ups`. */
export type Summed = Counter | 'sign_ups';

export const columns = sql.join(counters.map((counter) => sql.ref(counter)));

/** The day or the hour of a row of the log, counted from 1970 (UTC). */
export const dayOfEvent = sql`at / ${sql.lit(DAY_MS)}`;
export const hourOfEvent = sql`at / ${sql.lit(HOUR_MS)}`;

/** @returns the keys of the inviters of events, by their ids */
export async function inviterKeys(
  db: Kysely<Database>,
  events: readonly { inviterId: string }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(events.map(({ inviterId }) => inviterId).filter(isStorable));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('inviter')
    .select(['key', 'user_id'])
    .where('user_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ key, user_id }) => [user_id, key]));
}

export function none(): Counts {
  return { page_views: 0, downloads: 0, invites_sent: 0, invites_accepted: 0 };
}

/**
 * A statement that adds to the sums of rows, and inserts the rows that are missing.
 *
 * @param added the columns of the sums
 * @param rows a query or VALUES: first the columns of the primary key, then `added`
 */
export function addTo(
  table: SumTable,
  added: readonly Summed[],
  rows: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  const sums = added.map((column) => {
    const name = sql.ref(column);
    return sql`${name} = ${sql.ref(`${table}.${column}`)} + excluded.${name}`;
  });
  return sql`
    INSERT INTO ${sql.table(table)} (${key}, ${sql.join(added.map((column) => sql.ref(column)))}) ${rows}
    ON CONFLICT (${key}) DO UPDATE SET ${sql.join(sums)}`;
}

/** The rows of `addTo`. */
export function valuesOf(rows: readonly (readonly number[])[]): RawBuilder<unknown> {
  return sql`VALUES ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`;
}

/**
 * The rows of `addTo` that rows of the log add up to.
 *
 * @param key for each column of the primary key, how a row of the log has it
 * @param rows a condition on `invite_event`
 * @param sign -1 subtracts
 */
export function loggedBy(
  key: readonly RawBuilder<unknown>[],
  rows: RawBuilder<unknown>,
  sign: 1 | -1 = 1,
): RawBuilder<unknown> {
  const places = sql.join(key.map((_, n) => sql.lit(n + 1)));
  return sql`
    SELECT ${sql.join(key)}, ${countEach(sign)} FROM invite_event WHERE ${rows} GROUP BY ${places}`;
}

/** A column with the number of rows of the log for each counter, in the order of `counters`. */
export function countEach(sign: 1 | -1 = 1): RawBuilder<unknown> {
  const counts = counters.map((counter) => {
    const isCounted = sql`counter = ${sql.lit(counterCodes[counter])}`;
    return sql`sum(CASE WHEN ${isCounted} THEN ${sql.lit(sign)} ELSE 0 END) AS ${sql.ref(counter)}`;
  });
  return sql.join(counts);
}

/**
 * In a rule that deletes rows of the log: moves their sums from the rows of their days and hours to the rows `OLDER`. So a
 * row of a day or an hour always equals the log, and no sum over all rows changes.
 *
 * @param rows a condition on `invite_event`
 */
export async function moveToOlder(db: Kysely<Database>, rows: RawBuilder<unknown>): Promise<void> {
  const older = sql.lit(OLDER);
  const inviter = sql.ref('inviter_key');
  await addTo('inviter_day', counters, loggedBy([older, inviter], rows)).execute(db);
  await addTo('inviter_day', counters, loggedBy([dayOfEvent, inviter], rows, -1)).execute(db);
  await addTo('hour_total', counters, loggedBy([older], rows)).execute(db);
  await addTo('hour_total', counters, loggedBy([hourOfEvent], rows, -1)).execute(db);
}

/** Deletes the rows of days before one, and of their hours, that count nothing any more. */
export async function deleteZeros(db: Kysely<Database>, day: number): Promise<void> {
  const isZero = (counted: readonly string[]) =>
    sql.join(
      counted.map((column) => sql`${sql.ref(column)} = 0`),
      sql` AND `,
    );
  const older = sql.lit(OLDER);
  await sql`
    DELETE FROM inviter_day WHERE day > ${older} AND day < ${sql.lit(day)}
      AND ${isZero([...counters, 'sign_ups'])}`.execute(db);
  await sql`
    DELETE FROM hour_total WHERE hour > ${older} AND hour < ${sql.lit(day * HOURS_OF_DAY)}
      AND ${isZero(counters)}`.execute(db);
}
