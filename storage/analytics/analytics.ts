import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortField, SortOrder } from '../../contract/analytics.ts';
import type { Engine } from '../engine.ts';
import { counters } from '../invites/counters.ts';
import type { Database } from '../schema.ts';
import { searchText, withoutVariants } from '../search-text.ts';
import { type InviterFigures, type InviterStats, readInviter } from './inviter.ts';
import {
  type DaySpan,
  type DayStats,
  type InviteTotals,
  readDays,
  readHours,
  readSums,
  readTotals,
  type Sums,
  totalsOf,
} from './sums.ts';

/** How many rows of a list are handed over at once. The event loop is blocked for less than a millisecond. */
const ROWS_PER_STEP = 200;
/**
 * The pause after each step of a list. Without it, one download would keep the event loop busy all the time, and
 * visitors would wait longer.
 */
const PAUSE_MS = 1;

export interface AnalyticsTotals extends InviteTotals {
  inviters: number;
  /** How many inviters match the selection, on all pages. */
  matching: number;
  /** See `version` of `createAnalytics`. */
  version: string;
  /** When the last run of the retention began; undefined if there was none. */
  retentionRanAt: number | undefined;
}

export interface AnalyticsReport extends AnalyticsTotals {
  rows: InviterStats[];
}

/** All inviters of a selection, in steps, and totals of the same state of the database. */
export interface AnalyticsList {
  rows: AsyncIterable<InviterStats[]>;
  totals: AnalyticsTotals;
}

/**
 * The figures of the dashboard. They contain the inviters who have a row of sums. An inviter gets this row after a
 * counted event, or after a sign-up by the inviter's link: on a site with letters once it was confirmed, on others also
 * if it did not count.
 */
export function createAnalytics({ reports: db, snapshot }: Engine) {
  return {
    /** Totals and rows of the same state of the database. */
    read: (selection: InviterSelection & Page): Promise<AnalyticsReport> =>
      snapshot((db) => readReport(db, selection)),

    /** All inviters of the selection from an offset on, and totals of the same state of the database. */
    async list(selection: InviterSelection & Partial<Page>): Promise<AnalyticsList> {
      const { rows, ...totals } = await snapshot((db) => readReport(db, selection));
      return { totals, rows: inSteps(rows) };
    },

    /** The figures of one inviter: see `readInviter`. */
    inviter: (
      id: string,
      shown: DaySpan,
      counted: 'days' | 'all',
    ): Promise<InviterFigures | undefined> => snapshot((db) => readInviter(db, id, shown, counted)),

    /** See `readDays`. */
    days: (days: DaySpan): Promise<DayStats[]> => readDays(db, days),

    /** See `readHours`. */
    hours: (day: number): Promise<DayStats[]> => readHours(db, day),

    /** See `readSums`. */
    sums: (days: DaySpan, hours?: number): Promise<Sums> => readSums(db, days, hours),

    /** The sums over all inviters. */
    totals: async (): Promise<InviteTotals> => (await readTotals(db)).totals,

    /**
     * A hash of the totals, and of the erasures since the last retention. It changes after a counted event, an excluded
     * or repeated visit, and the erasure of an inviter. Nothing about a person of the waitlist changes it.
     */
    version: async (): Promise<string> => (await readTotals(db)).version,
  };
}

async function readReport(
  db: Kysely<Database>,
  selection: InviterSelection & Partial<Page>,
): Promise<AnalyticsReport> {
  const { days } = selection;
  const [inviters, rows] = await readRows(db, selection);
  const { totals, version } = await readTotals(db);
  const total = days ? await readSums(db, days) : totals.total;
  const retention = await db.selectFrom('retention_run').select('at').executeTakeFirst();
  return { ...totals, total, ...inviters, version, retentionRanAt: retention?.at, rows };
}

async function* inSteps(rows: readonly InviterStats[]): AsyncGenerator<InviterStats[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
    yield rows.slice(from, from + ROWS_PER_STEP);
    await wait(PAUSE_MS);
  }
}

export interface InviterSelection {
  /** The days that are counted; without it all time. */
  days?: DaySpan | undefined;
  /** Part of an id, a username or a first name, in upper or lower case; the empty text selects all. */
  search: string;
  sort: SortField;
  order: SortOrder;
}

interface Page {
  limit: number;
  offset: number;
}

const counts = sql.join([...counters, 'sign_ups'].map((counter) => sql.ref(counter)));

/** Only names have an index. With indexes for the other orders, every event would have to change several of them. */
const sortedBy: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  username: sql`sort_name`,
  pageViews: sql`page_views`,
  downloads: sql`downloads`,
  webConversionRate: rate(sql`downloads`, sql`page_views`),
  appInvitesSent: sql`invites_sent`,
  acceptedInvites: sql`invites_accepted`,
  inviteAcceptanceRate: rate(sql`invites_accepted`, sql`invites_sent`),
  signUps: sql`sign_ups`,
};

function rate(part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN ${whole} = 0 THEN 0 ELSE CAST(${part} AS double precision) / ${whole} END`;
}

/** Inviters with equal values are sorted by views, then by key. */
function orderBy({ sort, order }: InviterSelection): RawBuilder<unknown> {
  return sql`ORDER BY ${sortedBy[sort]} ${sql.raw(order)}, page_views DESC, inviter_key`;
}

/** The inviters of a selection. The table of names is read only if the search or the order needs it. */
function selected(
  { search, sort }: InviterSelection,
  totals: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (search === '' && sort !== 'username') return totals;
  const named = sql`${totals} JOIN inviter ON inviter.key = inviter_key`;
  return search === ''
    ? named
    : sql`${named} WHERE search_text LIKE ${patternOf(search)} ESCAPE '\\'`;
}

/** No name contains NUL. In a pattern an engine may refuse it, or take it for the end of the pattern. */
function patternOf(search: string): string {
  const text = withoutVariants(searchText(search)).replaceAll('\0', '\uFFFD');
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

interface Inviters {
  inviters: number;
  matching: number;
}

/** One query, because to add up days again would take as long as the rows. Its first row has the numbers of inviters. */
async function readRows(
  db: Kysely<Database>,
  selection: InviterSelection & Partial<Page>,
): Promise<[Inviters, InviterStats[]]> {
  const { limit = Number.MAX_SAFE_INTEGER, offset = 0, days } = selection;
  const inOrder = orderBy(selection);
  const totals = days ? sql`counted` : sql`inviter_total`;
  const from = selected(selection, totals);
  const { rows } = await sql<InviterStats & Inviters>`
    ${days ? sql`WITH counted AS MATERIALIZED (${totalsOf(days)})` : sql``}
    SELECT user_id AS id, username, page_views AS "pageViews", downloads,
      invites_sent AS "appInvitesSent", invites_accepted AS "acceptedInvites", sign_ups AS "signUps",
      inviters, matching
    FROM (
      SELECT (SELECT count(*) FROM ${totals}) AS inviters, (SELECT count(*) FROM ${from}) AS matching
    ) AS numbers LEFT JOIN (
      SELECT inviter_key, ${counts} FROM ${from} ${inOrder} LIMIT ${limit} OFFSET ${offset}
    ) AS page ON true LEFT JOIN inviter ON inviter.key = inviter_key
    ${inOrder}`.execute(db);
  const { inviters = 0, matching = 0 } = rows[0] ?? {};
  const found = rows.filter(({ id }) => id !== null);
  return [{ inviters, matching }, found.map(({ inviters, matching, ...row }) => row)];
}
