import type { Kysely } from 'kysely';
import { dayOf, HOUR_MS, hourOf } from '../../contract/durations.ts';
import type { Database } from '../schema.ts';
import { addCounts, none, SLOT } from './counters.ts';
import { type Counter, type Counts, counterCodes, counters } from './events.ts';

/** Rows are inserted in steps of this size, because a query has a maximum number of parameters. */
const ROWS_PER_QUERY = 2_000;

/** A counted event. */
export interface Event {
  inviter: number;
  counter: Counter;
  at: number;
}

type InviterCounts = Counts & { inviter_key: number };

/** Adds events to the log and to every counter, with the page views that would be missing for the downloads. */
export async function addEvents(db: Kysely<Database>, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const byInviter = countBy(events, ({ inviter }) => inviter);
  const lastAt = new Map<number, number>();
  for (const { inviter, at } of events) lastAt.set(inviter, Math.max(at, lastAt.get(inviter) ?? 0));
  const counts = [...byInviter];
  const totals = await addCounts(
    db,
    'inviter_total',
    counts.map(([inviter_key, added]) => ({ inviter_key, ...added })),
  );
  const all = events.concat(await addMissingViews(db, totals, lastAt));
  for (let from = 0; from < all.length; from += ROWS_PER_QUERY) {
    const rows = all.slice(from, from + ROWS_PER_QUERY).map(({ inviter, counter, at }) => ({
      inviter_key: inviter,
      counter: counterCodes[counter],
      at,
    }));
    await db.insertInto('invite_event').values(rows).execute();
  }
  const before = totals.map(({ inviter_key, ...sums }): [number, Counts] => {
    return [inviter_key, add(sums, byInviter.get(inviter_key), -1)];
  });
  await beginDays(db, all, new Map(before));
  const total = countBy(all, () => SLOT).get(SLOT);
  await addCounts(db, 'total', [{ slot: SLOT, ...none(), ...total }]);
  const hours = [...countBy(all, ({ at }) => Math.floor(at / HOUR_MS))].map(([hour, added]) => {
    const at = hour * HOUR_MS;
    return { day: dayOf(at), slot: hourOf(at), ...added };
  });
  await addCounts(db, 'day_total', hours);
}

/**
 * A click adds a download without a page view if it has no event id, or one whose view was counted for another inviter
 * (decision 019). Adds the page views that are missing, so that no conversion rate exceeds 100 %.
 *
 * @returns these views as events
 */
async function addMissingViews(
  db: Kysely<Database>,
  totals: readonly InviterCounts[],
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

/**
 * Stores, with the first event of an inviter on a day, which counts the inviter had before (see `inviter_day`). So a
 * further event of the day writes nothing here. An event of an earlier day is also added to the inviter's later days.
 *
 * @param before the inviters' counters before the events
 */
async function beginDays(
  db: Kysely<Database>,
  events: readonly Event[],
  before: Map<number, Counts>,
): Promise<void> {
  const days = Map.groupBy(events, ({ at }) => dayOf(at));
  for (const [day, ofDay] of [...days].sort(([one], [other]) => one - other)) {
    const added = countBy(ofDay, ({ inviter }) => inviter);
    const known = await db
      .selectFrom('inviter_day')
      .select(['inviter_key', 'day'])
      .where('inviter_key', 'in', [...added.keys()])
      .where('day', '>=', day)
      .execute();
    const begun = new Set(known.flatMap((row) => (row.day === day ? row.inviter_key : [])));
    const late = new Set(known.flatMap((row) => (row.day > day ? row.inviter_key : [])));
    const later = await readDaysAfter(db, [...late], day);
    const next = new Map(later.toReversed().map((row) => [row.inviter_key, row]));
    const rows = later.map((row) => ({ ...row, ...none(), ...added.get(row.inviter_key) }));
    for (const [inviter_key, counts] of added) {
      const had = before.get(inviter_key) ?? none();
      if (!begun.has(inviter_key))
        rows.push({ ...had, ...next.get(inviter_key), inviter_key, day });
      before.set(inviter_key, add(had, counts));
    }
    if (rows.length === 0) continue;
    await addCounts(db, 'inviter_day', rows);
  }
}

/** @returns the rows of inviters with events of a later day, the earliest day first */
async function readDaysAfter(
  db: Kysely<Database>,
  inviterKeys: readonly number[],
  day: number,
): Promise<Database['inviter_day'][]> {
  if (inviterKeys.length === 0) return [];
  const rows = db.selectFrom('inviter_day').selectAll().where('inviter_key', 'in', inviterKeys);
  return await rows.where('day', '>', day).orderBy('day').execute();
}

function countBy(events: readonly Event[], keyOf: (event: Event) => number): Map<number, Counts> {
  const counts = new Map<number, Counts>();
  for (const event of events) counts.getOrInsertComputed(keyOf(event), none)[event.counter]++;
  return counts;
}

function add(counts: Counts, added: Counts = none(), sign: 1 | -1 = 1): Counts {
  const sums = none();
  for (const counter of counters) sums[counter] = counts[counter] + sign * added[counter];
  return sums;
}
