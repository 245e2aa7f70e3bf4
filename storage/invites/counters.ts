import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import { type Database, isStorable } from '../schema.ts';
import { type Counter, type Counts, counterCodes, counters } from './events.ts';

/**
 * A counter is its base plus its rows in the log. The base, in `inviter_base` and `day_base`, counts the events whose
 * rows retention has deleted. The sums of base and log are kept in `inviter_total`, `day_total` and `total`.
 */
type Tallied = 'inviter_base' | 'day_base' | 'day_total';

/** The primary key of each table. */
const keys = {
  inviter_base: ['inviter_key'],
  inviter_total: ['inviter_key'],
  day_base: ['day'],
  day_total: ['day', 'slot'],
  total: ['slot'],
} as const;
/** The column `slot`, which is part of the key of two tables, is always 0. Earlier versions used more on PostgreSQL. */
export const SLOT = 0;
/** Rows are inserted in steps of this size, because a query has a maximum number of parameters. */
const ROWS_PER_QUERY = 2_000;

export const columns = sql.join(counters.map((counter) => sql.ref(counter)));

/** A counted event. */
export interface Event {
  inviter: number;
  counter: Counter;
  at: number;
}

/**
 * Locks the inviters of events, so that they cannot be erased before the commit.
 *
 * @returns the keys of inviters by their ids
 */
export async function lockInviters(
  db: Kysely<Database>,
  events: readonly { inviterId: string }[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(events.map(({ inviterId }) => inviterId).filter(isStorable));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom('inviter')
    .select(['key', 'user_id'])
    .where('user_id', 'in', [...ids])
    .orderBy('key')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ key, user_id }) => [user_id, key]));
}

/** Adds events to the log and to every counter, with the page views that would be missing for the downloads. */
export async function addEvents(db: Kysely<Database>, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const byInviter = new Map<number, Counts & { inviter_key: number }>();
  const lastAt = new Map<number, number>();
  for (const { inviter, counter, at } of events) {
    byInviter.getOrInsertComputed(inviter, () => ({ inviter_key: inviter, ...none() }))[counter]++;
    lastAt.set(inviter, Math.max(at, lastAt.get(inviter) ?? 0));
  }
  const counts = [...byInviter.values()].sort((a, b) => a.inviter_key - b.inviter_key);
  const totals = await addCounts(db, 'inviter_total', counts);
  const all = events.concat(await addMissingViews(db, totals, lastAt));
  for (let from = 0; from < all.length; from += ROWS_PER_QUERY) {
    const rows = all.slice(from, from + ROWS_PER_QUERY).map(({ inviter, counter, at }) => ({
      inviter_key: inviter,
      counter: counterCodes[counter],
      at,
    }));
    await db.insertInto('invite_event').values(rows).execute();
  }
  const byDay = new Map<number, Counts & { day: number; slot: number }>();
  const total = { slot: SLOT, ...none() };
  for (const { counter, at } of all) {
    const day = dayOf(at);
    byDay.getOrInsertComputed(day, () => ({ day, slot: SLOT, ...none() }))[counter]++;
    total[counter]++;
  }
  // First the total, which the retention locks before it changes days.
  await addCounts(db, 'total', [total]);
  await addCounts(
    db,
    'day_total',
    [...byDay.values()].sort((a, b) => a.day - b.day),
  );
}

/**
 * A click adds a download without a page view if it has no event id, or one whose view was counted for another inviter
 * (decision 019). Adds the page views that are missing, so that no conversion rate exceeds 100 %.
 *
 * @returns these views as events
 */
async function addMissingViews(
  db: Kysely<Database>,
  totals: readonly (Counts & { inviter_key: number })[],
  lastAt: ReadonlyMap<number, number>,
): Promise<Event[]> {
  let views: Event[] = [];
  for (const { inviter_key: inviter, page_views, downloads } of totals) {
    if (downloads <= page_views) continue;
    await db
      .updateTable('inviter_total')
      .set({ page_views: downloads })
      .where('inviter_key', '=', inviter)
      .execute();
    const view: Event = { inviter, counter: 'page_views', at: lastAt.get(inviter) ?? 0 };
    views = views.concat(Array<Event>(downloads - page_views).fill(view));
  }
  return views;
}

function none(): Counts {
  return { page_views: 0, downloads: 0, invites_sent: 0, invites_accepted: 0 };
}

/** In a rule: no event is recorded before its end, because rules that record events change the same row. */
export async function lockTotal(db: Kysely<Database>): Promise<void> {
  await db.selectFrom('total').select('slot').orderBy('slot').forUpdate().execute();
}

/** Removes an inviter's counters, and subtracts them from the total of all inviters. */
export async function removeCounters(db: Kysely<Database>, inviterKey: number): Promise<void> {
  const removed = await db
    .deleteFrom('inviter_total')
    .where('inviter_key', '=', inviterKey)
    .returning(counters)
    .executeTakeFirst();
  if (!removed) return;
  const subtracted = { slot: SLOT, ...none() };
  for (const counter of counters) subtracted[counter] = -removed[counter];
  await addCounts(db, 'total', [subtracted]);
  await db.deleteFrom('inviter_base').where('inviter_key', '=', inviterKey).execute();
}

/**
 * Adds counts to the rows with the same keys.
 *
 * @param rows in the order of their keys, which avoids deadlocks on PostgreSQL
 * @returns the rows with the sums
 */
async function addCounts<Row extends Counts>(
  db: Kysely<Database>,
  table: 'inviter_total' | 'day_total' | 'total',
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
  const slot = table === 'day_total' ? sql`, ${sql.lit(SLOT)}` : sql``;
  await add(
    db,
    table,
    sql`
    SELECT ${key}${slot}, ${countEach(sign)} FROM invite_event WHERE ${rows} GROUP BY 1`,
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
