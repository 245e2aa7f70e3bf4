import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import { EVENT_ID_MEMORY_DAYS, type TrackedAction } from '../../contract/invite-events.ts';
import type { InviteOutcome, InviteVisit } from '../events.ts';
import type { Database } from '../schema.ts';
import { addEvents, type Event, lockInviters, SLOT } from './counters.ts';
import { findInviters, storeRefs } from './sign-up-refs.ts';

/** The first characters of an event id, which encode its time in milliseconds. */
const TIME_CHARACTERS = 8;
/** 96 bits of a hash: enough that a collision of two events is not expected. */
const HASH_BYTES = 12;

/**
 * The rules of visitors' writes, which get many writes at once. They import little: on SQLite the thread that writes
 * loads them, because sending it each of their queries would take longer than the queries.
 */
export const frequentRules = { recordVisits, storeSignUps };

export type FrequentRule = keyof typeof frequentRules;
/** What a rule gets and returns: a list of writes, and the result of each. */
export type WritesOf<Name extends FrequentRule> = Parameters<(typeof frequentRules)[Name]>[1];
export type ResultsOf<Name extends FrequentRule> = Awaited<
  ReturnType<(typeof frequentRules)[Name]>
>;

/** A sign-up's request for a letter, which `Mail.queue` reads later. */
export interface Ask {
  /** The code of the member whose link was used; it may be the code of no member. */
  via: string | undefined;
  /** Whether its letter goes after those of other sign-ups. */
  isLater?: boolean;
}

/** See `Waitlist.join`. */
export interface NewSignUp {
  email: string;
  at: number;
  ask: Ask | undefined;
  /** The ids that the inviter may have whose link was used. The first that exists is meant. */
  refs: readonly string[];
  /** The name of the site's own link that was used. */
  from: string | undefined;
}

/** A rule that stores sign-ups. It reads only inviters, and writes the same for known and unknown addresses. */
export async function storeSignUps(
  db: Kysely<Database>,
  signUps: readonly NewSignUp[],
): Promise<undefined[]> {
  const inviters = await findInviters(db, signUps);
  const rows = new Map<string, Database['waitlist']>();
  for (const { email, at } of signUps) {
    const row = rows.getOrInsert(email, { email, joined_at: at, requests: 0 });
    row.joined_at = Math.min(row.joined_at, at);
    row.requests++;
  }
  // In the order of the addresses, which avoids deadlocks on PostgreSQL.
  const stored = await db
    .insertInto('waitlist')
    .values([...rows.values()].sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        requests: sql<number>`waitlist.requests + excluded.requests`,
      }),
    )
    .returning(['email', 'requests'])
    .execute();
  const isNew = new Set(
    stored
      .filter((row) => row.requests === rows.get(row.email)?.requests)
      .map(({ email }) => email),
  );
  // With letters, a sign-up counts for the inviter once it is confirmed.
  const hasMail = signUps.some(({ ask }) => ask !== undefined);
  await storeRefs(db, signUps, inviters, isNew, hasMail ? 'onceConfirmed' : 'now');
  const asks = signUps.flatMap(({ email, at, ask }) =>
    ask ? [{ email, at, via: ask.via ?? null, priority: Number(ask.isLater ?? false) }] : [],
  );
  if (asks.length > 0) await db.insertInto('ask').values(asks).execute();
  await countNamedLinks(db, signUps);
  return signUps.map(() => undefined);
}

/** Counts each request, because a count of new addresses would show whether an address is on the waitlist. */
async function countNamedLinks(db: Kysely<Database>, signUps: readonly NewSignUp[]): Promise<void> {
  const rows = new Map<string, Database['named_link']>();
  for (const { from: name, at } of signUps) {
    if (name === undefined) continue;
    const day = dayOf(at);
    rows.getOrInsert(`${name} ${day}`, { name, day, sign_ups: 0 }).sign_ups++;
  }
  if (rows.size === 0) return;
  await db
    .insertInto('named_link')
    .values([...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict.columns(['name', 'day']).doUpdateSet({
        sign_ups: sql<number>`named_link.sign_ups + excluded.sign_ups`,
      }),
    )
    .execute();
}

/**
 * A rule that records visits.
 *
 * @returns the outcome of each visit, in order
 */
export async function recordVisits(
  db: Kysely<Database>,
  visits: readonly InviteVisit[],
): Promise<InviteOutcome[]> {
  const inviters = await lockInviters(db, visits);
  const isFirst = await storeEventKeys(
    db,
    visits.filter(({ inviterId, excluded }) => inviters.has(inviterId) && !excluded),
  );
  const events: Event[] = [];
  const notCounted = new Map<string, Database['excluded_total']>();
  const leaveOut = (at: number, reason: string) => {
    const none = { day: dayOf(at), reason, slot: SLOT, events: 0 };
    notCounted.getOrInsert(`${none.day} ${reason}`, none).events++;
  };
  const outcomes = visits.map(({ inviterId, action, eventId, at, excluded }): InviteOutcome => {
    const inviter = inviters.get(inviterId);
    if (inviter === undefined) return 'unknown-inviter';
    if (excluded) {
      leaveOut(at, excluded);
      return 'excluded';
    }
    if (eventId !== undefined && !isFirst(action, eventId)) {
      leaveOut(at, 'repeat');
      return 'repeated';
    }
    const isClick = action === 'download_clicked';
    // A click also counts the view of its page load if the view was not counted.
    if (!isClick || (eventId !== undefined && isFirst('page_view', eventId)))
      events.push({ inviter, counter: 'page_views', at });
    if (isClick) events.push({ inviter, counter: 'downloads', at });
    return 'counted';
  });
  await addEvents(db, events);
  if (notCounted.size > 0) await addNotCounted(db, [...notCounted.values()]);
  return outcomes;
}

/**
 * Stores the keys of page loads' actions, and of the view of each click, because the view counts with the click.
 *
 * @returns a function that says whether an action was not stored within the last `EVENT_ID_MEMORY_DAYS`; only its first
 *   call for an action returns true
 */
async function storeEventKeys(
  db: Kysely<Database>,
  visits: readonly InviteVisit[],
): Promise<(action: InviteVisit['action'], eventId: string) => boolean> {
  /** Hashes each action of a page load once. */
  const hexes = new Map<string, string>();
  const hexOf = (action: InviteVisit['action'], eventId: string) =>
    hexes.getOrInsertComputed(`${action} ${eventId}`, () => eventKey(action, eventId).toHex());
  const keys = new Map<string, number>();
  for (const { action, eventId, at } of visits) {
    if (eventId === undefined) continue;
    for (const stored of new Set([action, 'page_view'] as const)) {
      const hex = hexOf(stored, eventId);
      keys.set(hex, Math.max(at, keys.get(hex) ?? at));
    }
  }
  if (keys.size === 0) return () => false;
  const fresh = await db
    .insertInto('event_key')
    .values([...keys].sort().map(([hex, at]) => ({ key: Uint8Array.fromHex(hex), at })))
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({ at: eb.ref('excluded.at') }))
        .where(
          sql<boolean>`event_key.at <= excluded.at - ${sql.lit(EVENT_ID_MEMORY_DAYS * DAY_MS)}`,
        ),
    )
    .returning('key')
    .execute();
  const left = new Set(fresh.map(({ key }) => key.toHex()));
  return (action, eventId) => left.delete(hexOf(action, eventId));
}

/**
 * The unique key of an event, which is an action of a page load. It begins with the time that browsers write at the
 * beginning of an event id, so that events of the same time are stored on the same few pages of the table. If the key
 * were only a hash, each event would change a different page, and a commit would need five times the work. An id that
 * does not begin with a time also works, but is slower.
 */
export function eventKey(action: TrackedAction, eventId: string): Buffer {
  const digest = hash('sha256', `${action} ${eventId}`, 'latin1');
  return Buffer.from(eventId.slice(0, TIME_CHARACTERS) + digest.slice(0, HASH_BYTES), 'latin1');
}

async function addNotCounted(
  db: Kysely<Database>,
  rows: readonly Database['excluded_total'][],
): Promise<void> {
  await db
    .insertInto('excluded_total')
    .values(rows.toSorted((a, b) => a.day - b.day || (a.reason < b.reason ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['day', 'reason', 'slot']).doUpdateSet({
        events: sql<number>`excluded_total.events + excluded.events`,
      }),
    )
    .execute();
}
