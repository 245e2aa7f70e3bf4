import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { NotCountedReason } from '../../contract/invite-events.ts';
import type { Engine } from '../engine.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Database } from '../schema.ts';
import { addEvents, type Event } from './add-events.ts';
import { inviterKeys } from './counters.ts';
import type { AppInvite, InviteOutcome, InviteVisit } from './events.ts';
import { recordVisits } from './visits.ts';

/** Fewer than sign-ups: a lost visit only changes a count, but a person has to repeat a refused sign-up. */
const MAX_VISITS_WAITING = 4_000;
/** How many reports may wait. They are few, because sign-ups wait for them; the app's back end repeats refused lists. */
const MAX_REPORTS_WAITING = 4_000;

export interface InviteTotals {
  total: { pageViews: number; downloads: number; appInvitesSent: number; acceptedInvites: number };
  /** How many visits did not count, by reason; a reason that never occurred is missing. */
  excluded: Partial<Record<NotCountedReason, number>>;
}

/**
 * The log of events, and the sums that change with it in the same transaction: of each inviter in all and on each day
 * (UTC), and of all inviters in each hour.
 */
export function createInviteEvents(engine: Engine) {
  const visits = engine.gather(recordVisits, MAX_VISITS_WAITING);
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
    /** The sums over all inviters. */
    totals: async (): Promise<InviteTotals> => (await readTotals(engine.db)).totals,
  };
}

/** A rule that records reports of the app. @returns the outcome of each report, in order */
async function recordAppInvites(
  db: Kysely<Database>,
  reports: readonly AppInvite[],
): Promise<InviteOutcome[]> {
  if (reports.length === 0) return [];
  const inviters = await inviterKeys(db, reports);
  const known = await db
    .selectFrom('app_invite')
    .selectAll()
    .where(
      'invite_id',
      'in',
      reports.map(({ inviteId }) => inviteId),
    )
    .execute();
  const invites = new Map(known.map((row) => [row.invite_id, { ...row, isNew: false }]));
  const accepted = new Set<string>();
  const events: Event[] = [];
  const outcomes = reports.map(({ inviteId, inviterId, action, at }): InviteOutcome => {
    const inviter = inviters.get(inviterId);
    if (inviter === undefined) return 'unknown-inviter';
    const isAcceptance = action === 'accepted';
    const invite = invites.get(inviteId);
    if (!invite) {
      const row = { invite_id: inviteId, inviter_key: inviter, accepted: Number(isAcceptance) };
      invites.set(inviteId, { ...row, isNew: true });
      events.push({ inviter, counter: 'invites_sent', at });
    } else if (invite.inviter_key !== inviter) return 'other-inviter';
    else if (!isAcceptance || invite.accepted === 1) return 'repeated';
    else {
      invite.accepted = 1;
      if (!invite.isNew) accepted.add(inviteId);
    }
    if (isAcceptance) events.push({ inviter, counter: 'invites_accepted', at });
    return 'counted';
  });
  const added = [...invites.values()].filter(({ isNew }) => isNew).map(({ isNew, ...row }) => row);
  if (added.length > 0) await db.insertInto('app_invite').values(added).execute();
  if (accepted.size > 0) {
    await db
      .updateTable('app_invite')
      .set({ accepted: 1 })
      .where('invite_id', 'in', [...accepted])
      .execute();
  }
  await addEvents(db, events);
  return outcomes;
}

/**
 * Reads the sums over all inviters, and their version (see `createAnalytics`). One query, because on an engine with a
 * server each query is a round trip.
 */
export async function readTotals(
  db: Kysely<Database>,
): Promise<{ totals: InviteTotals; version: string }> {
  const { rows } = await sql<{
    pageViews: number | null;
    downloads: number | null;
    appInvitesSent: number | null;
    acceptedInvites: number | null;
    reason: string | null;
    events: number;
    erased: string;
  }>`
    SELECT *, (
      SELECT count(*) || ',' || coalesce(max(inviter_key), 0) FROM erased_inviter WHERE inviter_key > 0
    ) AS erased
    FROM (
      SELECT sum(page_views) AS "pageViews", sum(downloads) AS downloads,
        sum(invites_sent) AS "appInvitesSent", sum(invites_accepted) AS "acceptedInvites" FROM hour_total
    ) AS counted
    LEFT JOIN (
      SELECT reason, sum(events) AS events FROM excluded_total GROUP BY reason
    ) AS excluded ON true
    ORDER BY reason`.execute(db);
  const [total] = rows;
  const totals: InviteTotals = {
    // The sum of no rows is null.
    total: {
      pageViews: total?.pageViews ?? 0,
      downloads: total?.downloads ?? 0,
      appInvitesSent: total?.appInvitesSent ?? 0,
      acceptedInvites: total?.acceptedInvites ?? 0,
    },
    excluded: Object.fromEntries(
      rows.flatMap(({ reason, events }) => (reason === null ? [] : [[reason, events]])),
    ),
  };
  // Negative keys are of removed addresses (`noteErasedBytes`): not every admin may see that one was removed.
  // After an erasure the counters may be the same as before, if as many events were counted meanwhile.
  const state = JSON.stringify([totals, total?.erased]);
  return { totals, version: hash('sha256', state, 'base64url') };
}
