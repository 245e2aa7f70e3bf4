import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_SORT, MAX_ROWS, rateInPercent } from '../../contract/analytics.ts';
import type { AnalyticsResponse, UserStats } from '../../contract/schemas/analytics.ts';
import type {
  AnalyticsList,
  AnalyticsTotals,
  InviterSelection,
  InviterStats,
} from '../../storage/interface/analytics.ts';
import type { RetentionRun } from '../../storage/interface/retention.ts';
import type { AppParts } from '../app-parts.ts';
import { sendParts } from '../http/answer.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { versionAt } from './live-version.ts';
import { whileAllowed } from './while-allowed.ts';

/** The field of the rows. A streamed answer begins with this field. */
const ROWS = 'userStats' satisfies keyof AnalyticsResponse;
type Totals = Omit<AnalyticsResponse, typeof ROWS>;

/**
 * Answers with the totals, and one row for each inviter who matches the search and has counted events: all rows, or
 * `limit` of them.
 */
export function getAnalytics(
  { storage, clock }: AppParts,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'getAnalytics'> {
  return async (request, reply) => {
    const { query } = request;
    const now = clock();
    const selection = { ...selectionOf(query), offset: Number(query.offset ?? 0) };
    const run = await storage.retention.lastRun();
    if (query.limit === undefined) {
      const list = await storage.analytics.list(selection);
      const rows = whileAllowed(list.rows, () => isAdmin(request));
      const totals = () => presentTotals(list.totals(), run, now);
      const body = Readable.from(asJson({ rows, totals }), { objectMode: false });
      return sendParts<AnalyticsResponse>(body, reply);
    }
    const limit = Number(query.limit);
    if (limit < 1 || limit > MAX_ROWS) throw errors.invalidLimit(MAX_ROWS);
    const report = await storage.analytics.read({ ...selection, limit });
    return { ...presentTotals(report, run, now), [ROWS]: report.rows.map(presentInviter) };
  };
}

/** Writes the totals after the rows, because `list.totals()` is complete only when all rows were read. */
async function* asJson(list: Pick<AnalyticsList, 'rows'> & { totals(): Totals }) {
  yield `{"${ROWS}":[`;
  let separator = '';
  for await (const step of list.rows) {
    yield separator + JSON.stringify(step.map(presentInviter)).slice(1, -1);
    separator = ',';
  }
  yield `],${JSON.stringify(list.totals()).slice(1)}`;
}

function presentTotals(
  totals: AnalyticsTotals,
  run: RetentionRun | undefined,
  now: number,
): Totals {
  const { pageViews, downloads, invitesSent, invitesAccepted } = totals.total;
  return {
    totalInviters: totals.inviters,
    totalViews: pageViews,
    totalDownloads: downloads,
    overallWebConversionRate: rateInPercent(downloads, pageViews),
    totalAppInvitesSent: invitesSent,
    overallInviteAcceptanceRate: rateInPercent(invitesAccepted, invitesSent),
    matching: totals.matching,
    notCounted: totals.excluded,
    retentionRanAt: run ? new Date(run.at).toISOString() : null,
    version: versionAt(now, totals.version),
  };
}

/** @returns which inviters a query selects, and their order */
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
