import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOURS_OF_DAY } from '../../contract/durations.ts';
import type { Database } from '../schema.ts';
import { addTo, dayOfEvent, hourOfEvent, loggedBy, OLDER } from './counters.ts';
import { counters } from './events.ts';

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
