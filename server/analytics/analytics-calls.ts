import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  CHART_DAYS,
  DEFAULT_ORDER,
  DEFAULT_SORT,
  MAX_ROWS,
  rateInPercent,
  sortFields,
} from '../../contract/analytics.ts';
import { DAYS_OF_WEEK, isoDay, isoOrNull, lastDays } from '../../contract/durations.ts';
import type { AnalyticsResponse, UserStats } from '../../contract/schemas/analytics.ts';
import type { AnalyticsTotals, InviterSelection } from '../../storage/analytics/analytics.ts';
import type { InviterStats } from '../../storage/analytics/inviter.ts';
import type { Session } from '../../storage/identity/sessions.ts';
import type { AppParts } from '../app-parts.ts';
import { asCsv, sendCsv } from '../csv.ts';
import { JSON_TYPE } from '../http/answer-errors.ts';
import type { Handlers, Sent } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { BrowserSessions } from '../identity/sessions.ts';
import { noteCalls, readMarks } from './marks.ts';
import {
  compare,
  dateOf,
  fillDays,
  lastRange,
  nameOf,
  presentRange,
  rangeOf,
  readTimes,
} from './range.ts';

/** The field of the rows. A streamed answer begins with this field. */
const ROWS = 'userStats' satisfies keyof AnalyticsResponse;
type Totals = Omit<AnalyticsResponse, typeof ROWS>;

const COLUMNS = ['userId', ...sortFields] as const;
type Column = (typeof COLUMNS)[number];
const COLUMNS_WITHOUT_RIGHT = COLUMNS.filter((column) => column !== 'signUps');

/** The figures of the dashboard. A long answer is aborted if the user loses access. */
export function analyticsCalls(parts: AppParts, sessions: Pick<BrowserSessions, 'find' | 'use'>) {
  const { storage, clock, mail, linkNames } = parts;
  /**
   * What a user may see. While the site sends no letters, only the first sign-up of an address is counted, so the count
   * shows whether the address was on the waitlist.
   */
  const columnsOf = (session: Session | undefined): readonly Column[] => {
    if (!session?.isAdmin) return [];
    return mail || session.hasWaitlistRight ? COLUMNS : COLUMNS_WITHOUT_RIGHT;
  };
  /** Reads the session again, because it may have ended since the answer began. */
  const columnsNow = async (request: FastifyRequest) => columnsOf(await sessions.find(request));

  /**
   * The version of the figures and marks that pages get. It contains the day (UTC), because at midnight the count of today
   * changes although no event was stored.
   *
   * @param read what was read of the figures
   */
  async function versionNow(read?: { version: string }): Promise<string> {
    const { version } = read ?? { version: await storage.analytics.version() };
    return `${isoDay(clock())}.${await storage.marks.version()}.${version}`;
  }

  async function readNamedLinks(now: number): Promise<Partial<Totals>> {
    const [first = 0] = lastDays(DAYS_OF_WEEK, now);
    const counted = await storage.waitlist.namedLinks(first);
    const unused = linkNames.filter((one) => !counted.some(({ name }) => name === one));
    const zeros = unused.map((name) => ({ name, signUps: 0, sinceDay: 0 }));
    const links = [...counted, ...zeros].map(({ sinceDay, ...link }) => ({
      ...link,
      lastWeek: sinceDay,
    }));
    return { namedLinks: links };
  }

  return {
    ...noteCalls(parts),

    /** Answers with the totals, and with all inviters of `storage.analytics` who match the search, or `limit` of them. */
    async getAnalytics(request, reply) {
      const { query } = request;
      const now = clock();
      const columns = columnsOf(request.session);
      const selection = { ...selectionOf(query, columns, now), offset: Number(query.offset ?? 0) };
      const limit = Number(query.limit ?? 1);
      if (limit < 1 || limit > MAX_ROWS) throw errors.invalidLimit(MAX_ROWS);
      const links = request.session.hasWaitlistRight ? await readNamedLinks(now) : {};
      if (query.limit === undefined) {
        const list = await storage.analytics.list(selection);
        const rows = presentEach(list.rows, columns, () => columnsNow(request));
        const totals = { ...presentTotals(list.totals, await versionNow(list.totals)), ...links };
        const body = Readable.from(asJson({ rows, totals }), { objectMode: false });
        return reply.type(JSON_TYPE).send(body) as Sent<AnalyticsResponse>;
      }
      const report = await storage.analytics.read({ ...selection, limit });
      return {
        ...presentTotals(report, await versionNow(report)),
        ...links,
        [ROWS]: present(report.rows, columns),
      };
    },

    async getAnalyticsVersion(request) {
      if (request.query.used) await sessions.use(request);
      return { version: await versionNow() };
    },

    /** Answers with the counts of each day (UTC): of a range, or of the last `CHART_DAYS`. */
    async getAnalyticsDays(request) {
      const { query } = request;
      const now = clock();
      // Read the version first: if an event is counted in between, the days are newer than their version, and the page
      // reads them again. In the other order the page could miss the event.
      const version = await versionNow();
      const asked = query.range === undefined ? undefined : rangeOf(query.range, now);
      const shown = asked ?? lastRange(CHART_DAYS, now);
      const days = await readTimes(storage, shown, now);
      const isByHour = days[0]?.day !== dateOf(shown.from);
      return {
        version,
        days,
        ...(await readMarks(storage, request, shown, isByHour)),
        ...(asked && { range: await compare(storage, asked, now) }),
      };
    },

    /** Answers with the figures of one inviter, and the counts of each day. */
    async getAnalyticsInviter(request) {
      const { inviter, range: asked } = request.query;
      const now = clock();
      const version = await versionNow();
      const range = asked === undefined ? undefined : rangeOf(asked, now);
      const shown = range ?? lastRange(CHART_DAYS, now);
      const found = await storage.analytics.inviter(inviter, shown, range ? 'days' : 'all');
      if (!found) throw errors.unknownInviter();
      const [stats] = present([found.stats], columnsOf(request.session));
      if (!stats) throw errors.unknownInviter();
      return {
        version,
        inviter: stats,
        days: fillDays(shown, found.days),
        ...(await readMarks(storage, request, shown, false)),
        ...(range && { range: presentRange(range) }),
      };
    },

    /** Answers with the same inviters as CSV. */
    async getAnalyticsCsv(request, reply) {
      const now = clock();
      const { range } = request.query;
      const name = `invites-${range ? nameOf(rangeOf(range, now)) : isoDay(now)}`;
      const columns = columnsOf(request.session);
      const { rows } = await storage.analytics.list(selectionOf(request.query, columns, now));
      const steps = presentEach(rows, columns, () => columnsNow(request));
      return sendCsv(reply, name, asCsv(columns, steps));
    },
  } satisfies Partial<Handlers>;
}

async function* asJson(list: { rows: AsyncIterable<UserStats[]>; totals: Totals }) {
  yield `{"${ROWS}":[`;
  let separator = '';
  for await (const step of list.rows) {
    yield separator + JSON.stringify(step).slice(1, -1);
    separator = ',';
  }
  yield `],${JSON.stringify(list.totals).slice(1)}`;
}

function presentTotals(totals: AnalyticsTotals, version: string): Totals {
  const { retentionRanAt } = totals;
  const { pageViews, downloads, appInvitesSent, acceptedInvites } = totals.total;
  return {
    totalInviters: totals.inviters,
    totalViews: pageViews,
    totalDownloads: downloads,
    overallWebConversionRate: rateInPercent(downloads, pageViews),
    totalAppInvitesSent: appInvitesSent,
    overallInviteAcceptanceRate: rateInPercent(acceptedInvites, appInvitesSent),
    matching: totals.matching,
    notCounted: totals.excluded,
    retentionRanAt: isoOrNull(retentionRanAt),
    version,
  };
}

/** @returns which inviters a query selects, and their order: the default one if a hidden column is named */
function selectionOf(
  query: Partial<InviterSelection> & { range?: string },
  columns: readonly Column[],
  now: number,
): InviterSelection {
  const { sort = DEFAULT_SORT, range } = query;
  return {
    days: range === undefined ? undefined : rangeOf(range, now),
    search: query.search?.trim() ?? '',
    sort: columns.includes(sort) ? sort : DEFAULT_SORT,
    order: query.order ?? DEFAULT_ORDER,
  };
}

/** Checks access before each step. @throws if access to a column has ended, which aborts the answer */
async function* presentEach(
  steps: AsyncIterable<InviterStats[]>,
  columns: readonly Column[],
  readColumns: () => Promise<readonly Column[]>,
): AsyncGenerator<UserStats[]> {
  for await (const step of steps) {
    const allowed = await readColumns();
    if (!columns.every((column) => allowed.includes(column)))
      throw new Error('The user has lost access.');
    yield present(step, columns);
  }
}

function present(rows: readonly InviterStats[], columns: readonly Column[]): UserStats[] {
  const hasSignUps = columns.includes('signUps');
  return rows.map((stats) => ({
    userId: stats.id,
    username: stats.username,
    pageViews: stats.pageViews,
    downloads: stats.downloads,
    webConversionRate: rateInPercent(stats.downloads, stats.pageViews),
    appInvitesSent: stats.appInvitesSent,
    acceptedInvites: stats.acceptedInvites,
    inviteAcceptanceRate: rateInPercent(stats.acceptedInvites, stats.appInvitesSent),
    ...(hasSignUps && { signUps: stats.signUps }),
  }));
}
