import { DAY_MS } from '../../../contract/durations.ts';
import { type Counter, counterCodes, counters } from '../../events.ts';
import { addToInviter, inviterColumns } from '../add-to-inviter.ts';

const columns = counters.join(', ');
/** Always true, but PostgreSQL can evaluate it only after all rows of inviters are written. */
const AFTER_INVITERS = '(SELECT count(*) FROM by_inviter) >= 0';

/**
 * The end of a statement that records events. It adds the events of `counted (inviter_key, counter, at)` to the log and
 * to every counter, and adds page views if there would be more downloads than page views. To avoid deadlocks, every
 * statement locks rows in the same order: inviters by key, then the shard of this copy. Without `AFTER_INVITERS`
 * PostgreSQL would write the shard first.
 *
 * @param shard the parameter with the number of the shard of this copy of the program
 */
export function saveCounts(shard: string): string {
  return `
    of_inviter AS (
      SELECT inviter_key, ${countEach()}, max(at) AS at FROM counted GROUP BY 1),
    by_inviter AS (
      INSERT INTO inviter_total (${inviterColumns})
      SELECT inviter_key, greatest(page_views, downloads), downloads, invites_sent, invites_accepted,
        greatest(downloads - page_views, 0)
      FROM of_inviter ORDER BY 1
      ${addToInviter('greatest')}),
    saved AS (
      SELECT inviter_key, counter, at FROM counted
      UNION ALL
      SELECT inviter_key, ${codeOf('page_views')}, at
      FROM by_inviter JOIN of_inviter USING (inviter_key), generate_series(1, brought_views)),
    logged AS (
      INSERT INTO invite_event (inviter_key, counter, at)
      SELECT inviter_key, counter, at FROM saved),
    by_day AS (
      INSERT INTO day_total (day, slot, ${columns})
      SELECT at / ${DAY_MS}, ${shard}::integer, ${countEach()} FROM saved
      WHERE ${AFTER_INVITERS} GROUP BY 1 ORDER BY 1
      ON CONFLICT (day, slot) DO UPDATE SET ${addEach('day_total')}),
    over_all AS (
      INSERT INTO total (slot, ${columns})
      SELECT ${shard}::integer, ${countEach()} FROM saved
      WHERE ${AFTER_INVITERS} HAVING count(*) > 0
      ON CONFLICT (slot) DO UPDATE SET ${addEach('total')})`;
}

/** The code that a counter's events have in the log. */
export function codeOf(counter: Counter): string {
  return String(counterCodes[counter]);
}

function countEach(): string {
  return counters
    .map((counter) => `count(*) FILTER (WHERE counter = ${codeOf(counter)}) AS ${counter}`)
    .join(', ');
}

function addEach(table: string): string {
  return counters
    .map((counter) => `${counter} = ${table}.${counter} + excluded.${counter}`)
    .join(', ');
}
