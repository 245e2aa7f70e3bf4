import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { NotCountedReason } from '../../contract/invite-events.ts';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { StorageUnavailable } from '../errors.ts';
import type { AppInvite, InviteOutcome, InviteVisit } from '../events.ts';
import type { GroupCommit } from '../recording/group-commit.ts';
import { recordAppInvites } from '../recording/record-app-invites.ts';
import { type Recount, recount } from './recount.ts';

/** How many reports may wait. They are few, because sign-ups wait for them; the app's back end repeats refused lists. */
const MAX_REPORTS_WAITING = 4_000;

export interface InviteTotals {
  total: { pageViews: number; downloads: number; invitesSent: number; invitesAccepted: number };
  /** How many visits did not count, by reason; a reason that never occurred is missing. */
  excluded: Partial<Record<NotCountedReason, number>>;
}

/**
 * The log of events, and the counters that change with it in the same transaction: for each inviter, for each day
 * (UTC), and over all.
 */
export function createInviteEvents(
  engine: Engine,
  visits: GroupCommit<InviteVisit, InviteOutcome>,
) {
  let reportsWaiting = 0;
  return {
    /**
     * Counts a visit, unless the same action of its page load was counted within the last `EVENT_ID_MEMORY_DAYS`. A
     * click also counts the view of its page load if that view was not counted, so that there are never more downloads
     * than views.
     */
    visit: (visit: InviteVisit): Promise<InviteOutcome> => visits.add(visit),
    /**
     * Counts invites of the app. Each action of an invite counts only once, even if it is repeated much later. An
     * acceptance also counts as a sent invite if the sending was not reported.
     *
     * @returns the result of each report, in order
     * @throws StorageUnavailable also if too many reports wait already
     */
    async report(invites: readonly AppInvite[]): Promise<InviteOutcome[]> {
      if (reportsWaiting + invites.length > MAX_REPORTS_WAITING)
        throw new StorageUnavailable(`${reportsWaiting} reports wait already.`);
      reportsWaiting += invites.length;
      try {
        return await engine.transaction((db) => recordAppInvites(db, invites));
      } finally {
        reportsWaiting -= invites.length;
      }
    },
    /** The counters over all inviters. */
    totals: async (): Promise<InviteTotals> => (await readTotals(engine.db)).totals,
    /** Counts the whole log again, and compares the result with the counters, on one state of the database. */
    recount: (): Promise<Recount> => recount(engine.db),
  };
}

/**
 * Reads the counters over all inviters, and their version (see `createAnalytics`). One query, because on PostgreSQL
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
