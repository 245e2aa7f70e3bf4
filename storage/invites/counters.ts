import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { type Database, isStorable } from '../schema.ts';
import { deleteRows } from '../tables.ts';
import { type Counts, counterCodes, counters } from './events.ts';

/**
 * A counter is its base plus its rows in the log. The base, in `inviter_base` and `day_base`, counts the events whose
 * rows retention has deleted. The sums of base and log are kept in `inviter_total`, `day_total` and `total`.
 */
type Tallied = 'inviter_base' | 'day_base' | 'day_total';

/** The primary key of each table. */
const keys = {
  inviter_base: ['inviter_key'],
  inviter_total: ['inviter_key'],
  inviter_day: ['inviter_key', 'day'],
  day_base: ['day'],
  day_total: ['day', 'slot'],
  total: ['slot'],
} as const;
/** The column `slot` of `total` and `excluded_total`. */
export const SLOT = 0;

export const columns = sql.join(counters.map((counter) => sql.ref(counter)));

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

/** Removes an inviter's counters, and subtracts them from the total of all inviters. */
export async function removeCounters(db: Kysely<Database>, inviterKey: number): Promise<void> {
  const removed = await db
    .deleteFrom('inviter_total')
    .where('inviter_key', '=', inviterKey)
    .returning(counters)
    .executeTakeFirst();
  if (!removed) return;
  await deleteRows(db, 'inviter_day', sql<boolean>`inviter_key = ${inviterKey}`);
  const subtracted = { slot: SLOT, ...none() };
  for (const counter of counters) subtracted[counter] = -removed[counter];
  await addCounts(db, 'total', [subtracted]);
  await db.deleteFrom('inviter_base').where('inviter_key', '=', inviterKey).execute();
}

/**
 * Adds counts to the rows with the same keys.
 *
 * @returns the rows with the sums
 */
export async function addCounts<Row extends Counts>(
  db: Kysely<Database>,
  table: 'inviter_total' | 'inviter_day' | 'day_total' | 'total',
  rows: readonly Row[],
): Promise<Row[]> {
  const names = [...keys[table], ...counters];
  const values = rows.map((row) => sql`(${sql.join(names.map((name) => row[name as keyof Row]))})`);
  return await add(db, table, sql`VALUES ${sql.join(values)}`);
}

/**
 * Counts rows of the log by inviter or by day, and adds the counts to a table.
 *
 * @param rows a condition on `invite_event`
 * @param sign -1 subtracts the counts
 */
export async function tally(
  db: Kysely<Database>,
  table: Tallied,
  rows: RawBuilder<unknown>,
  sign: 1 | -1 = 1,
): Promise<void> {
  const key = groupKey(table === 'inviter_base' ? 'inviter_key' : 'day');
  const keys = table === 'day_total' ? sql`${key}, ${hourOfEvent}` : key;
  await add(
    db,
    table,
    sql`
    SELECT ${keys}, ${countEach(sign)} FROM invite_event WHERE ${rows} GROUP BY ${keys}`,
  );
}

/** A column with the number of rows for each counter, in the order of `counters`. */
export function countEach(sign: 1 | -1 = 1): RawBuilder<unknown> {
  const counts = counters.map((counter) => {
    const isCounted = sql`counter = ${sql.lit(counterCodes[counter])}`;
    return sql`sum(CASE WHEN ${isCounted} THEN ${sql.lit(sign)} ELSE 0 END) AS ${sql.ref(counter)}`;
  });
  return sql.join(counts);
}

const hourOfEvent = sql`at / ${sql.lit(HOUR_MS)} % 24`;

/** The expression by which rows of the log are grouped. */
export function groupKey(key: 'inviter_key' | 'day'): RawBuilder<unknown> {
  return key === 'day' ? sql`at / ${sql.lit(DAY_MS)}` : sql.ref(key);
}

async function add<Row>(
  db: Kysely<Database>,
  table: keyof typeof keys,
  counts: RawBuilder<unknown>,
): Promise<Row[]> {
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  const sums = counters.map(
    (counter) =>
      sql`${sql.ref(counter)} = ${sql.ref(`${table}.${counter}`)} + excluded.${sql.ref(counter)}`,
  );
  const { rows } = await sql<Row>`
    INSERT INTO ${sql.table(table)} (${key}, ${columns}) ${counts}
    ON CONFLICT (${key}) DO UPDATE SET ${sql.join(sums)} RETURNING ${key}, ${columns}`.execute(db);
  return rows;
}
