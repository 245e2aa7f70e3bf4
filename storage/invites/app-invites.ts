import type { Kysely } from 'kysely';
import type { AppInviteAction } from '../../contract/invite-events.ts';
import type { Engine } from '../engine.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Database } from '../schema.ts';
import { addEvents, type Event, inviterKeys } from './counters.ts';

/** How many reports may wait. They are few, because sign-ups wait for them; the app's back end repeats refused lists. */
const MAX_REPORTS_WAITING = 4_000;

/** An invite inside the app that was sent or accepted. */
export interface AppInvite {
  inviteId: string;
  inviterId: string;
  action: AppInviteAction;
  /** Milliseconds since 1970 UTC. */
  at: number;
}

/** `other-inviter`: the invite was reported before, for another inviter. Unknown and other inviters change nothing. */
export type AppInviteOutcome = 'counted' | 'repeated' | 'unknown-inviter' | 'other-inviter';

/** Invites inside the app, which its back end reports. */
export function createAppInvites(engine: Engine) {
  let reportsWaiting = 0;
  return {
    /**
     * Counts invites of the app. Each action of an invite counts only once, even if it is repeated much later. An
     * acceptance also counts as a sent invite if the sending was not reported.
     *
     * @returns the result of each report, in order
     * @throws StorageUnavailable also if too many reports wait already
     */
    async report(invites: readonly AppInvite[]): Promise<AppInviteOutcome[]> {
      if (reportsWaiting + invites.length > MAX_REPORTS_WAITING)
        throw new StorageUnavailable(`${reportsWaiting} reports wait already.`);
      reportsWaiting += invites.length;
      try {
        return await engine.transaction((db) => recordAppInvites(db, invites));
      } finally {
        reportsWaiting -= invites.length;
      }
    },
  };
}

/** A rule that records reports of the app. @returns the outcome of each report, in order */
async function recordAppInvites(
  db: Kysely<Database>,
  reports: readonly AppInvite[],
): Promise<AppInviteOutcome[]> {
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
  const outcomes = reports.map(({ inviteId, inviterId, action, at }): AppInviteOutcome => {
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
