import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../contract/durations.ts';
import { openEngine } from '../storage/engines/choose-engine.ts';
import {
  addTo,
  type Counter,
  counterCodes,
  counters,
  dayOfEvent,
  hourOfEvent,
  loggedBy,
} from '../storage/invites/counters.ts';
import { openStorage } from '../storage/open.ts';

const INVITERS_AT_ONCE = 1_000;
/** Number of rows that one statement inserts. More rows could need much memory. */
const EVENTS_AT_ONCE = 1_000_000;
/** The events are spread over this many days: less than the retention period, so retention deletes no event. */
const DAYS = 170;
/**
 * Decides which counter counts an event. Each event, except the first of each inviter, gets a number from 0 to 15. The
 * last counter here whose number is not greater counts the event.
 */
const firstOf16: Record<Counter, number> = {
  page_views: 0,
  downloads: 10,
  invites_sent: 12,
  invites_accepted: 15,
};
const SYLLABLES = ['an', 'be', 'la', 'mi', 'ro', 'sa', 'to', 'ul', 'ven', 'zo', 'ki', 'dre'];

/** @param n the number of an inviter of `fillEvents`, from 0 */
export function inviterId(n: number): string {
  return `inviter-${n}`;
}

/**
 * Three syllables and a number. Many names begin with the same syllables, but no two of the first 216,000 inviters have
 * the same name.
 */
export function inviterName(n: number): string {
  const syllable = (place: number) =>
    SYLLABLES[Math.floor((n * 7919) / SYLLABLES.length ** place) % SYLLABLES.length];
  return `${syllable(0)}${syllable(1)}${syllable(2)}_${n % 1_000}`;
}

/**
 * Fills a new database with inviters, events, and the sums of these events. The first events are one view of each
 * inviter. Half of the other events belong to one eighth of the inviters.
 */
export async function fillEvents(url: string, inviters: number, events: number): Promise<void> {
  await addInviters(url, inviters);
  await using engine = await openEngine(url, 'mover');
  await engine.transaction(async (db) => {
    const begin = Date.now() - DAYS * DAY_MS;
    const apart = Math.floor((DAYS * DAY_MS) / events);
    for (let from = 0; from < events; from += EVENTS_AT_ONCE) {
      const last = Math.min(from + EVENTS_AT_ONCE, events) - 1;
      await sql`
        WITH RECURSIVE numbers (n) AS (
          SELECT CAST(${sql.lit(from)} AS bigint)
          UNION ALL SELECT n + 1 FROM numbers WHERE n < ${sql.lit(last)})
        INSERT INTO invite_event (id, inviter_key, counter, at)
        SELECT n + 1, 1 + ${inviterOf(inviters)}, ${counterOf(inviters)}, ${sql.lit(begin)} + n * ${sql.lit(apart)}
        FROM numbers`.execute(db);
    }
    await engine.continueAfter(db, 'invite_event', 'id', events);
    const all = sql`true`;
    const inviter = sql.ref('inviter_key');
    await addTo('inviter_day', counters, loggedBy([dayOfEvent, inviter], all)).execute(db);
    await addTo('inviter_total', counters, loggedBy([inviter], all)).execute(db);
    await addTo('hour_total', counters, loggedBy([hourOfEvent], all)).execute(db);
  });
}

/**
 * SQL for the number of the inviter of event `n`. After the first event of each inviter, this is the third power of 17
 * pseudo-random bits that are computed from `n`, scaled to the inviters: so small numbers are frequent.
 */
function inviterOf(inviters: number): RawBuilder<unknown> {
  const random = sql`(n * 2654435761 % 4294967296 / 32768)`;
  const skewed = sql`${random} * ${random} * ${random} / 17179869184`;
  return sql`CASE WHEN n < ${sql.lit(inviters)} THEN n ELSE ${skewed} * ${sql.lit(inviters)} / 131072 END`;
}

function counterOf(inviters: number): RawBuilder<unknown> {
  const of16 = sql`n * 40503 / 16 % 16`;
  const cases = counters.toReversed().map((counter) => {
    const first = sql.lit(firstOf16[counter]);
    return sql`WHEN ${of16} >= ${first} THEN ${sql.lit(counterCodes[counter])}`;
  });
  return sql`CASE WHEN n < ${sql.lit(inviters)} THEN 0 ${sql.join(cases, sql` `)} END`;
}

async function addInviters(url: string, count: number): Promise<void> {
  await using storage = await openStorage(url, 'server');
  for (let from = 0; from < count; from += INVITERS_AT_ONCE) {
    const numbers = Array.from(
      { length: Math.min(INVITERS_AT_ONCE, count - from) },
      (_, n) => from + n,
    );
    await storage.inviters.putAll(
      numbers.map((n) => ({
        id: inviterId(n),
        username: inviterName(n),
        firstName: null,
        profileImageUrl: null,
      })),
    );
  }
}
