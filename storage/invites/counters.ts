import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, dayOf, HOUR_MS, HOURS_OF_DAY } from '../../contract/durations.ts';
import { type Database, isStorable } from '../schema.ts';

/** What is counted. Every table that is typed with `Counts` has a column with each of these names. */
export type Counter = 'page_views' | 'downloads' | 'invites_sent' | 'invites_accepted';
export type Counts = Record<Counter, number>;

/** The code of each counter's events in the log. A released code never changes. */
export const counterCodes: Readonly<Record<Counter, number>> = {
  page_views: 0,
  downloads: 1,
  invites_sent: 2,
  invites_accepted: 3,
};
export const counters = Object.keys(counterCodes) as Counter[];

/** Rows are inserted in steps of this size, because a query has a maximum number of parameters. */
const ROWS_PER_QUERY = 2_000;

/** A counted event. */
export interface Event {
  inviter: number;
  counter: Counter;
  at: number;
}

/** The day of `inviter_day`, and the hour of `hour_total`, with the sums of what the log does not have any more. */
export const OLDER = -1;

/** The tables with sums, with their primary keys. */
const keys = {
  inviter_day: ['day', 'inviter_key'],
  inviter_total: ['inviter_key'],
  hour_total: ['hour'],
  excluded_total: ['day', 'reason'],
  named_link: ['name', 'day'],
} as const;
type SumTable = keyof typeof keys;
/** What inviters' sums count; `hour_total` has no `sign_ups`. */
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

type ViewsAndDownloads = Pick<Counts, 'page_views' | 'downloads'> & { inviter_key: number };

/** Adds events to the log and to the three tables of sums, with the page views that would be missing for the downloads. */
export async function addEvents(db: Kysely<Database>, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const missing = missingViews(await addToTotals(db, events), events);
  if (missing.length > 0) await addToTotals(db, missing);
  const all = [...events, ...missing];
  for (let from = 0; from < all.length; from += ROWS_PER_QUERY) {
    const rows = all.slice(from, from + ROWS_PER_QUERY).map(({ inviter, counter, at }) => ({
      inviter_key: inviter,
      counter: counterCodes[counter],
      at,
    }));
    await db.insertInto('invite_event').values(rows).execute();
  }
  const days = [...Map.groupBy(all, ({ at }) => dayOf(at))].flatMap(([day, ofDay]) =>
    countBy(ofDay, ({ inviter }) => inviter).map((row) => [day, ...row]),
  );
  await addTo('inviter_day', counters, valuesOf(days)).execute(db);
  const hours = countBy(all, ({ at }) => Math.floor(at / HOUR_MS));
  await addTo('hour_total', counters, valuesOf(hours)).execute(db);
}

/** @returns the views and downloads of these inviters */
async function addToTotals(
  db: Kysely<Database>,
  events: readonly Event[],
): Promise<ViewsAndDownloads[]> {
  const rows = valuesOf(countBy(events, ({ inviter }) => inviter));
  const { rows: totals } = await sql<ViewsAndDownloads>`
    ${addTo('inviter_total', counters, rows)} RETURNING inviter_key, page_views, downloads`.execute(
    db,
  );
  return totals;
}

/**
 * A click adds a download without a page view if it has no event id, or one whose view was counted for another inviter
 * (decision 019).
 *
 * @returns the page views that are missing, as events, so that no conversion rate exceeds 100 %
 */
function missingViews(totals: readonly ViewsAndDownloads[], events: readonly Event[]): Event[] {
  return totals.flatMap(({ inviter_key: inviter, page_views, downloads }) => {
    if (downloads <= page_views) return [];
    const times = events.flatMap((event) => (event.inviter === inviter ? event.at : []));
    const view: Event = { inviter, counter: 'page_views', at: Math.max(...times) };
    return Array<Event>(downloads - page_views).fill(view);
  });
}

/** @returns the sums of each key, as a row of `valuesOf`, in the order of the keys */
function countBy(events: readonly Event[], keyOf: (event: Event) => number): number[][] {
  const sums = new Map<number, Counts>();
  for (const event of events) sums.getOrInsertComputed(keyOf(event), none)[event.counter]++;
  return [...sums]
    .sort(([one], [other]) => one - other)
    .map(([key, counts]) => [key, ...counters.map((counter) => counts[counter])]);
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
  added: readonly (Summed | 'events')[],
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
export function valuesOf(rows: readonly (readonly (number | string)[])[]): RawBuilder<unknown> {
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
