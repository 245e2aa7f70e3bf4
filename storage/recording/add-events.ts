import type { Kysely } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import type { Database } from '../database.ts';
import { type Counter, type Counts, counterCodes } from '../events.ts';
import { addCounts, SLOT } from './totals.ts';

/** Engines limit the parameters of a query. Rows of before migration 008 may lack any number of page views. */
const ROWS_PER_QUERY = 2_000;

/** A counted event. */
export interface Event {
  inviter: number;
  counter: Counter;
  at: number;
}

/**
 * Locks the inviters of events, so that nobody can erase them before the end. On PostgreSQL, each rule that counts
 * events locks rows in the same order, which avoids deadlocks: inviters, events, their counters, the total, and days,
 * each in the order of its key.
 *
 * @returns the keys of inviters by their ids
 */
export async function lockInviters(
  db: Kysely<Database>,
  events: readonly { inviterId: string }[],
): Promise<ReadonlyMap<string, number>> {
  // PostgreSQL's text cannot contain NUL, so no inviter has an id with NUL.
  const ids = new Set(events.map(({ inviterId }) => inviterId).filter((id) => !id.includes('\0')));
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
  await addCounts(db, 'inviter_total', counts);
  const all = events.concat(await addMissingViews(db, counts, lastAt));
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

/** Adds the page views that are missing for the downloads of these inviters. @returns these views as events */
async function addMissingViews(
  db: Kysely<Database>,
  changed: readonly { inviter_key: number }[],
  lastAt: ReadonlyMap<number, number>,
): Promise<Event[]> {
  const lacking = await db
    .selectFrom('inviter_total')
    .select(['inviter_key', 'page_views', 'downloads'])
    .where(
      'inviter_key',
      'in',
      changed.map(({ inviter_key }) => inviter_key),
    )
    .whereRef('downloads', '>', 'page_views')
    .execute();
  let views: Event[] = [];
  for (const { inviter_key: inviter, page_views, downloads } of lacking) {
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
