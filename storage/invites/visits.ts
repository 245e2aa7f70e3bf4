import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import {
  EVENT_ID_MEMORY_DAYS,
  type ExclusionReason,
  type TrackedAction,
} from '../../contract/invite-events.ts';
import { type Engine, frequentRule } from '../engine.ts';
import type { Database } from '../schema.ts';
import { addEvents, addTo, type Event, inviterKeys, valuesOf } from './counters.ts';

/** Fewer than sign-ups: a lost visit only changes a count, but a person has to repeat a refused sign-up. */
const MAX_VISITS_WAITING = 4_000;
/** The first characters of an event id, which encode its time in milliseconds. */
const TIME_CHARACTERS = 8;
/** 96 bits of a hash: enough that a collision of two events is not expected. */
const HASH_BYTES = 12;

/** What a visitor did on an invite page. */
export interface InviteVisit {
  inviterId: string;
  action: TrackedAction;
  /** Id of the page load. A visit without an id is never recognised as a repetition. */
  eventId: string | undefined;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** Why the visit does not count. Such visits have a separate counter for each reason. */
  excluded: ExclusionReason | undefined;
}

/** After `unknown-inviter` nothing was stored. */
export type VisitOutcome = 'counted' | 'repeated' | 'excluded' | 'unknown-inviter';

/** Page views of invite pages, and clicks on their buttons. */
export function createVisits(engine: Engine) {
  const visits = engine.gather(recordVisits, MAX_VISITS_WAITING);
  return {
    /**
     * Counts a visit, unless the same action of its page load was counted within the last `EVENT_ID_MEMORY_DAYS`. A
     * click also counts the view of its page load if that view was not counted, so that there are never more downloads
     * than views.
     */
    record: (visit: InviteVisit): Promise<VisitOutcome> => visits.add(visit),
  };
}

/**
 * A rule that records visits.
 *
 * @returns the outcome of each visit, in order
 */
export const recordVisits = frequentRule(
  import.meta.url,
  async function recordVisits(
    db: Kysely<Database>,
    visits: readonly InviteVisit[],
  ): Promise<VisitOutcome[]> {
    const inviters = await inviterKeys(db, visits);
    const claim = await storeEventKeys(
      db,
      visits.filter(({ inviterId, excluded }) => inviters.has(inviterId) && !excluded),
    );
    const events: Event[] = [];
    const notCounted = new Map<string, Database['excluded_total']>();
    const leaveOut = (at: number, reason: string) => {
      const none = { day: dayOf(at), reason, events: 0 };
      notCounted.getOrInsert(`${none.day} ${reason}`, none).events++;
    };
    const outcomes = visits.map(({ inviterId, action, eventId, at, excluded }): VisitOutcome => {
      const inviter = inviters.get(inviterId);
      if (inviter === undefined) return 'unknown-inviter';
      if (excluded) {
        leaveOut(at, excluded);
        return 'excluded';
      }
      if (eventId !== undefined && !claim(action, eventId)) {
        leaveOut(at, 'repeat');
        return 'repeated';
      }
      const isClick = action === 'download_clicked';
      // A click also counts the view of its page load if the view was not counted.
      if (!isClick || (eventId !== undefined && claim('page_view', eventId)))
        events.push({ inviter, counter: 'page_views', at });
      if (isClick) events.push({ inviter, counter: 'downloads', at });
      return 'counted';
    });
    await addEvents(db, events);
    const rows = [...notCounted.values()].map(({ day, reason, events }) => [day, reason, events]);
    if (rows.length > 0) await addTo('excluded_total', ['events'], valuesOf(rows)).execute(db);
    return outcomes;
  },
);

/**
 * Stores the keys of page loads' actions, and of the view of each click, because the view counts with the click.
 *
 * @returns a function that claims an action for a visit. It returns false if the action was stored within the last
 *   `EVENT_ID_MEMORY_DAYS`, or an earlier visit of the batch has claimed it
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
    .values([...keys].map(([hex, at]) => ({ key: Uint8Array.fromHex(hex), at })))
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
  const unclaimed = new Set(fresh.map(({ key }) => key.toHex()));
  return (action, eventId) => unclaimed.delete(hexOf(action, eventId));
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
