import type { Kysely } from '#kysely';
import type { Database } from '../database.ts';
import type { InviteTotals } from '../interface/invites.ts';

/** The counters over all inviters. */
export async function readTotals(db: Kysely<Database>): Promise<InviteTotals> {
  const total = await db
    .selectFrom('total')
    .select(({ fn }) => [
      fn.sum<number>('page_views').as('pageViews'),
      fn.sum<number>('downloads').as('downloads'),
      fn.sum<number>('invites_sent').as('invitesSent'),
      fn.sum<number>('invites_accepted').as('invitesAccepted'),
    ])
    .executeTakeFirstOrThrow();
  const excluded = await db
    .selectFrom('excluded_total')
    .select(({ fn }) => ['reason', fn.sum<number>('events').as('events')])
    .groupBy('reason')
    .execute();
  return {
    // The sum of no rows is null.
    total: {
      pageViews: Number(total.pageViews),
      downloads: Number(total.downloads),
      invitesSent: Number(total.invitesSent),
      invitesAccepted: Number(total.invitesAccepted),
    },
    excluded: Object.fromEntries(excluded.map(({ reason, events }) => [reason, Number(events)])),
  };
}
