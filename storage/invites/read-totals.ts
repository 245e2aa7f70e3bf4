import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { InviteTotals } from '../interface/invites.ts';

/**
 * Reads the counters over all inviters, and their version (see `Analytics.version`). One query, because on PostgreSQL
 * each query is a round trip.
 */
export async function readTotals(
  db: Kysely<Database>,
): Promise<{ totals: InviteTotals; version: string }> {
  const { rows } = await sql<{
    views: number | null;
    downloads: number | null;
    sent: number | null;
    accepted: number | null;
    reason: string | null;
    events: number;
    erased: string;
  }>`
    SELECT *, (SELECT count(*) || ',' || coalesce(max(inviter_key), 0) FROM erased_inviter) AS erased
    FROM (
      SELECT sum(page_views) AS views, sum(downloads) AS downloads, sum(invites_sent) AS sent,
        sum(invites_accepted) AS accepted FROM total
    ) AS counted
    LEFT JOIN (
      SELECT reason, sum(events) AS events FROM excluded_total GROUP BY reason
    ) AS excluded ON true
    ORDER BY reason`.execute(db);
  const [total] = rows;
  const totals: InviteTotals = {
    // The sum of no rows is null.
    total: {
      pageViews: total?.views ?? 0,
      downloads: total?.downloads ?? 0,
      invitesSent: total?.sent ?? 0,
      invitesAccepted: total?.accepted ?? 0,
    },
    excluded: Object.fromEntries(
      rows.flatMap(({ reason, events }) => (reason === null ? [] : [[reason, events]])),
    ),
  };
  // After an erasure the counters may be the same as before, if as many events were counted meanwhile.
  const state = JSON.stringify([totals, total?.erased]);
  return { totals, version: hash('sha256', state, 'base64url') };
}
