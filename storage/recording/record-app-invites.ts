import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { AppInvite, InviteOutcome } from '../events.ts';
import { addEvents, type Event, lockInviters } from './counters.ts';

/** A rule that records reports of the app. @returns the outcome of each report, in order */
export async function recordAppInvites(
  db: Kysely<Database>,
  reports: readonly AppInvite[],
): Promise<InviteOutcome[]> {
  if (reports.length === 0) return [];
  const inviters = await lockInviters(db, reports);
  const known = await db
    .selectFrom('app_invite')
    .selectAll()
    .where(
      'invite_id',
      'in',
      reports.map(({ inviteId }) => inviteId),
    )
    .orderBy('invite_id')
    .forUpdate()
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
      // An acceptance also counts as a sent invite if the sending was not reported.
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
  // If another instance adds one of them at the same time, the insertion fails, and the rule runs again.
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
