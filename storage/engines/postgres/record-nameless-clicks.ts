import { counters } from '../../counters.ts';
import type { Outcome } from '../../group-commit.ts';
import type { InviteOutcome, InviteVisit } from '../../storage.ts';
import type { GuardedPool } from './pool.ts';
import { codeOf, saveCounts } from './save-counts.ts';
import { inTransaction } from './transact.ts';

/** Before any row: what corrects counters takes this lock first, too. */
const JOIN_RECORDERS = 'LOCK TABLE total IN ROW EXCLUSIVE MODE';

/**
 * Holds the counters of everybody in the batch, in the order of their keys, also of those who have none
 * yet. Each of them will count, so no row stays without an event.
 */
const HOLD = `
  INSERT INTO inviter_total (inviter_key, ${counters.join(', ')})
  SELECT key, ${counters.map(() => 0).join(', ')} FROM inviter WHERE user_id = ANY ($1::text[])
  ORDER BY key
  ON CONFLICT (inviter_key) DO UPDATE SET page_views = inviter_total.page_views`;

const RECORD = `
  WITH click AS (
    SELECT n, at, inviter_key, page_views - downloads AS unclicked,
      row_number() OVER (PARTITION BY inviter_key ORDER BY n) AS nth
    FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS c (user_id, at, n)
    JOIN inviter USING (user_id) JOIN inviter_total ON inviter_key = inviter.key),
  counted AS (
    SELECT inviter_key, ${codeOf('downloads')} AS counter, at FROM click
    UNION ALL
    SELECT inviter_key, ${codeOf('page_views')}, at FROM click WHERE nth > unclicked),
  ${saveCounts('$3')}
  SELECT n FROM click`;

/**
 * Records a batch of clicks without an event id. Each brings a view only where there would be more clicks
 * than views, so the counters must stand still between being read and written; a batch of its own holds
 * nothing else meanwhile, which somebody who holds these might wait for.
 *
 * @throws StorageUnavailable when it may not be durable
 */
export async function recordNamelessClicks(
  pool: GuardedPool,
  slot: number,
  clicks: readonly InviteVisit[],
): Promise<Outcome<InviteOutcome>[]> {
  const ids = clicks.map((click) => click.inviterId);
  const { rows } = await inTransaction(pool, async (client) => {
    await client.query(JOIN_RECORDERS);
    await client.query(HOLD, [ids]);
    return await client.query(RECORD, [ids, clicks.map((click) => click.at), slot]);
  });
  const counted = new Set(rows.map((row) => Number(row['n'])));
  return clicks.map((_, index) => ({
    result: counted.has(index + 1) ? 'counted' : 'unknown-inviter',
  }));
}
