import { type Kysely, sql } from '#kysely';
import type { Database } from '../database.ts';
import type { InviteTotals } from '../interface/invites.ts';

/** The counters over all inviters. One query, because on PostgreSQL each query is a round trip. */
export async function readTotals(db: Kysely<Database>): Promise<InviteTotals> {
  const { rows } = await sql<{
    views: number | null;
    downloads: number | null;
    sent: number | null;
    accepted: number | null;
    reason: string | null;
    events: number;
  }>`
    SELECT * FROM (
      SELECT sum(page_views) AS views, sum(downloads) AS downloads, sum(invites_sent) AS sent,
        sum(invites_accepted) AS accepted FROM total
    ) AS counted
    LEFT JOIN (
      SELECT reason, sum(events) AS events FROM excluded_total GROUP BY reason
    ) AS excluded ON true
    ORDER BY reason`.execute(db);
  const [total] = rows;
  return {
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
}
