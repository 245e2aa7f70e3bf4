import type { StatementSync } from 'node:sqlite';
import { DAY_MS, dayOf } from '../../../contract/durations.ts';
import { EVENT_ID_MEMORY_DAYS, type TrackedAction } from '../../../contract/invite-events.ts';
import {
  type AppInvite,
  type Counter,
  type Counts,
  counterCodes,
  counters,
  eventKey,
  type InviteOutcome,
  type InviteVisit,
} from '../../events.ts';
import { addToInviter, inviterColumns } from '../add-to-inviter.ts';

/** One shard of each counter is enough, because SQLite runs only one write transaction at a time. */
const ONLY_SHARD = 0;
const FIND_INVITER = 'SELECT key FROM inviter WHERE user_id = ?';
const ADD_EVENT = 'INSERT INTO invite_event (inviter_key, counter, at) VALUES (?, ?, ?)';
/** Changes no row if the key was stored within the last `EVENT_ID_MEMORY_DAYS`. The event is then a repetition. */
const ADD_EVENT_KEY = `INSERT INTO event_key (key, at) VALUES (?, ?)
  ON CONFLICT (key) DO UPDATE SET at = excluded.at
  WHERE at <= excluded.at - ${EVENT_ID_MEMORY_DAYS * DAY_MS}`;
const FIND_APP_INVITE = 'SELECT inviter_key, accepted FROM app_invite WHERE invite_id = ?';
const ADD_APP_INVITE = 'INSERT INTO app_invite (invite_id, inviter_key, accepted) VALUES (?, ?, ?)';
const ACCEPT_APP_INVITE = 'UPDATE app_invite SET accepted = 1 WHERE invite_id = ?';
const ADD_EXCLUDED = `INSERT INTO excluded_total (day, reason, slot, events) VALUES (?, ?, ${ONLY_SHARD}, ?)
  ON CONFLICT (day, reason, slot) DO UPDATE SET events = events + excluded.events`;
const ADD_TO_INVITER = `INSERT INTO inviter_total (${inviterColumns})
  VALUES (?, ?, ?, ?, ?, ?) ${addToInviter('max')}`;
const ADD_TO_DAY = addTo('day_total', ['day', 'slot']);
const ADD_TO_TOTAL = addTo('total', ['slot']);

function addTo(table: string, key: readonly string[]): string {
  const columns = [...key, ...counters];
  const sums = counters.map((counter) => `${counter} = ${counter} + excluded.${counter}`);
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${sums.join(', ')}`;
}

/**
 * Records the events of one transaction. Each event is logged when it is recorded. The counters are added up in memory
 * and saved at the end, because under load many events of a batch change the same few rows.
 */
export class InviteRecorder {
  readonly #prepare: (sql: string) => StatementSync;
  readonly #keys = new Map<string, number | undefined>();
  readonly #inviters = new Map<number, Counts>();
  /** The time of the latest event of each of `#inviters`. */
  readonly #lastAt = new Map<number, number>();
  readonly #days = new Map<number, Counts>();
  readonly #excluded = new Map<string, { day: number; reason: string; events: number }>();

  constructor(prepare: (sql: string) => StatementSync) {
    this.#prepare = prepare;
  }

  record(event: InviteVisit | AppInvite): InviteOutcome {
    const inviter = this.#findInviter(event.inviterId);
    if (inviter === undefined) return 'unknown-inviter';
    if ('inviteId' in event) return this.#recordAppInvite(inviter, event);
    return this.#recordVisit(inviter, event);
  }

  saveCounts(): void {
    // Inviters first, because `#saveInviter` may add page views, which also count for days.
    for (const [inviter, counts] of this.#inviters) this.#saveInviter(inviter, counts);
    for (const [day, counts] of this.#days) {
      this.#add(ADD_TO_DAY, [day, ONLY_SHARD], counts);
      this.#add(ADD_TO_TOTAL, [ONLY_SHARD], counts);
    }
    for (const { day, reason, events } of this.#excluded.values()) {
      this.#prepare(ADD_EXCLUDED).run(day, reason, events);
    }
  }

  #findInviter(id: string): number | undefined {
    if (this.#keys.has(id)) return this.#keys.get(id);
    const row = this.#prepare(FIND_INVITER).get(id);
    const key = row && Number(row['key']);
    this.#keys.set(id, key);
    return key;
  }

  #recordVisit(inviter: number, visit: InviteVisit): InviteOutcome {
    if (visit.excluded) return this.#exclude(visit.at, visit.excluded, 'excluded');
    if (!this.#isFirst(visit, visit.action)) return this.#exclude(visit.at, 'repeat', 'repeated');
    if (visit.action === 'page_view') {
      this.#count(inviter, 'page_views', visit.at);
      return 'counted';
    }
    // A click also counts the view of its page load if the view was not counted.
    if (visit.eventId !== undefined && this.#isFirst(visit, 'page_view')) {
      this.#count(inviter, 'page_views', visit.at);
    }
    this.#count(inviter, 'downloads', visit.at);
    return 'counted';
  }

  /** Stores the key of an action of a page load. @returns whether the action was new */
  #isFirst({ eventId, at }: InviteVisit, action: TrackedAction): boolean {
    if (eventId === undefined) return true;
    return this.#prepare(ADD_EVENT_KEY).run(eventKey(action, eventId), at).changes === 1;
  }

  #recordAppInvite(inviter: number, { inviteId, action, at }: AppInvite): InviteOutcome {
    const known = this.#prepare(FIND_APP_INVITE).get(inviteId);
    const accepted = action === 'accepted';
    if (!known) {
      this.#prepare(ADD_APP_INVITE).run(inviteId, inviter, Number(accepted));
      // An acceptance also counts as a sent invite if the sending was not reported.
      this.#count(inviter, 'invites_sent', at);
      if (accepted) this.#count(inviter, 'invites_accepted', at);
      return 'counted';
    }
    if (known['inviter_key'] !== inviter) return 'other-inviter';
    if (!accepted || known['accepted'] === 1) return 'repeated';
    this.#prepare(ACCEPT_APP_INVITE).run(inviteId);
    this.#count(inviter, 'invites_accepted', at);
    return 'counted';
  }

  #count(inviter: number, counter: Counter, at: number): void {
    this.#log(inviter, counter, at);
    countsIn(this.#inviters, inviter)[counter]++;
    this.#lastAt.set(inviter, Math.max(at, this.#lastAt.get(inviter) ?? 0));
  }

  #log(inviter: number, counter: Counter, at: number): void {
    this.#prepare(ADD_EVENT).run(inviter, counterCodes[counter], at);
    countsIn(this.#days, dayOf(at))[counter]++;
  }

  #exclude(at: number, reason: string, outcome: InviteOutcome): InviteOutcome {
    const day = dayOf(at);
    const excluded = this.#excluded.get(`${day} ${reason}`) ?? { day, reason, events: 0 };
    excluded.events++;
    this.#excluded.set(`${day} ${reason}`, excluded);
    return outcome;
  }

  /** Adds the counts of an inviter, and logs the page views that were missing for the downloads. */
  #saveInviter(inviter: number, counts: Counts): void {
    const missing = Math.max(0, counts.downloads - counts.page_views);
    const row = { ...counts, page_views: counts.page_views + missing };
    const values = counters.map((counter) => row[counter]);
    const saved = this.#prepare(ADD_TO_INVITER).get(inviter, ...values, missing);
    const at = this.#lastAt.get(inviter) ?? 0;
    for (let n = Number(saved?.['brought_views']); n > 0; n--) this.#log(inviter, 'page_views', at);
  }

  #add(sql: string, key: readonly number[], counts: Counts): void {
    this.#prepare(sql).run(...key, ...counters.map((counter) => counts[counter]));
  }
}

function countsIn(tally: Map<number, Counts>, key: number): Counts {
  const none = { page_views: 0, downloads: 0, invites_sent: 0, invites_accepted: 0 };
  const counts = tally.get(key) ?? none;
  tally.set(key, counts);
  return counts;
}
