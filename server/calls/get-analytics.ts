import { DEFAULT_ROWS, DEFAULT_SORT, MAX_ROWS, rateInPercent } from '../../contract/analytics.ts';
import type { UserStats } from '../../contract/schemas/analytics.ts';
import type { InviterSelection, InviterStats } from '../../storage/storage.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../call.ts';
import { errors } from '../errors.ts';

/** Shows an admin how invites do: the figures over all, and some of the inviters. */
export function getAnalytics({ storage }: AppParts): Handler<'getAnalytics'> {
  return async ({ query }) => {
    const limit = Number(query.limit ?? DEFAULT_ROWS);
    if (limit < 1 || limit > MAX_ROWS) throw errors.invalidLimit(MAX_ROWS);
    const part = { limit, offset: Number(query.offset ?? 0) };
    const report = await storage.analytics.read({ ...selectionOf(query), ...part });
    const run = await storage.retention.lastRun();
    const { pageViews, downloads, invitesSent, invitesAccepted } = report.total;
    return {
      totalInviters: report.inviters,
      totalViews: pageViews,
      totalDownloads: downloads,
      overallWebConversionRate: rateInPercent(downloads, pageViews),
      totalAppInvitesSent: invitesSent,
      overallInviteAcceptanceRate: rateInPercent(invitesAccepted, invitesSent),
      userStats: report.rows.map(presentInviter),
      matching: report.matching,
      notCounted: report.excluded,
      retentionRanAt: run ? new Date(run.at).toISOString() : null,
    };
  };
}

/** Which inviters a query asks for, and in which order. */
export function selectionOf(query: Partial<InviterSelection>): InviterSelection {
  return {
    search: query.search?.trim() ?? '',
    sort: query.sort ?? DEFAULT_SORT,
    order: query.order ?? 'desc',
  };
}

export function presentInviter(stats: InviterStats): UserStats {
  return {
    userId: stats.id,
    username: stats.username,
    pageViews: stats.pageViews,
    downloads: stats.downloads,
    webConversionRate: rateInPercent(stats.downloads, stats.pageViews),
    appInvitesSent: stats.invitesSent,
    acceptedInvites: stats.invitesAccepted,
    inviteAcceptanceRate: rateInPercent(stats.invitesAccepted, stats.invitesSent),
  };
}
