import { type Kysely, sql } from 'kysely';
import { dayOf, HOUR_MS } from '../../contract/durations.ts';
import type { Database } from '../schema.ts';
import { addTo, none, valuesOf } from './counters.ts';
import { type Counter, type Counts, counterCodes, counters } from './events.ts';

/** Rows are inserted in steps of this size, because a query has a maximum number of parameters. */
const ROWS_PER_QUERY = 2_000;

/** A counted event. */
export interface Event {
  inviter: number;
  counter: Counter;
  at: number;
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
