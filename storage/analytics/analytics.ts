import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortField, SortOrder } from '../../contract/analytics.ts';
import type { Engine } from '../engine.ts';
import { counters } from '../invites/events.ts';
import { type InviteTotals, readTotals } from '../invites/invite-events.ts';
import type { Database } from '../schema.ts';
import { searchText, withoutVariants } from '../search-text.ts';
import {
  countersOf,
  type DaySpan,
  type DayStats,
  LAST_DAY,
  NONE,
  readDays,
  readHours,
  readSums,
  type Sums,
  summed,
} from './days.ts';
import { type InviterFigures, type InviterStats, readInviter } from './inviter.ts';

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
 * The figures of the dashboard. They contain the inviters who have a row of counters. An inviter gets this row after a
 * counted event, or after a sign-up by the inviter's link: on a site with letters once it was confirmed, on others also
 * if it did not count.
 */
export function createAnalytics({ reports: db, snapshot, hasLateralJoins }: Engine) {
  const sourceOf = (days: DaySpan | undefined) => countersOf(days, hasLateralJoins);
  return {
    /** Totals and rows of the same state of the database. */
    async read(
      selection: InviterSelection & { limit: number; offset: number },
    ): Promise<AnalyticsReport> {
      const source = sourceOf(selection.days);
      return await snapshot(async (db) => {
        const rows = await readRows(db, selection, source);
        const totals = await readAllTotals(db, selection, source, rows[0]?.all);
        return { ...totals, rows: rows.map(({ all, ...row }) => row) };
      });
    },

    /** All inviters of the selection from an offset on, and totals of the same state of the database. */
    async list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList> {
      const source = sourceOf(selection.days);
      return await snapshot(async (db) => {
        const rows = await readRows(db, selection, source);
        const totals = await readAllTotals(db, selection, source, rows[0]?.all);
        return { totals, rows: inSteps(rows) };
      });
    },

    /** The figures of one inviter: see `readInviter`. */
    inviter: (id: string, span?: DaySpan): Promise<InviterFigures | undefined> =>
      snapshot((db) => readInviter(db, id, span)),

    /** The counts of each day. Days without events are missing. */
    days: ({ from, to = LAST_DAY }: DaySpan): Promise<DayStats[]> =>
      readDays(db, sql`day`, sql`day BETWEEN ${from} AND ${to}`),

    /** The counts of each hour of a day, from 0; undefined if they are not known. Hours without events are missing. */
    hours: (day: number): Promise<DayStats[]> => readHours(db, day),

    /** The counts of some days together: see `readSums`. */
    sums: (days: Required<DaySpan>, hours: number): Promise<Sums> => readSums(db, days, hours),

    /**
     * A hash of the totals, and of the erasures since the last retention. It changes after a counted event, an excluded
     * or repeated visit, and the erasure of an inviter. Nothing about a person of the waitlist changes it.
     */
    version: async (): Promise<string> => (await readTotals(db)).version,
  };
}

async function readAllTotals(
  db: Kysely<Database>,
  selection: InviterSelection,
  source: RawBuilder<unknown>,
  all?: string | null,
): Promise<AnalyticsTotals> {
  const { totals, version } = await readTotals(db);
  const retention = await db.selectFrom('retention_run').select('at').executeTakeFirst();
  const { inviters, ...counts } = all ? fromText(all) : await countAll(db, selection, source);
  const total = selection.days ? counts : totals.total;
  const matching =
    selection.search === ''
      ? inviters
      : (await countAll(db, selection, selected(selection, source))).inviters;
  return { ...totals, total, inviters, matching, version, retentionRanAt: retention?.at };
}

async function* inSteps(rows: readonly Row[]): AsyncGenerator<InviterStats[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
    yield rows.slice(from, from + ROWS_PER_STEP).map(({ all, ...row }) => row);
    await wait(PAUSE_MS);
  }
}

export interface InviterSelection {
  /** The days whose events are counted; without it those of all time. */
  days?: DaySpan | undefined;
  /** Part of an id, a username or a first name, in upper or lower case; the empty text selects all. */
  search: string;
  sort: SortField;
  order: SortOrder;
}

type Row = InviterStats & { all: string | null };

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
  source: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (search === '' && sort !== 'username') return source;
  const named = sql`${source} JOIN inviter ON inviter.key = inviter_key`;
  return search === ''
    ? named
    : sql`${named} WHERE search_text LIKE ${patternOf(search)} ESCAPE '\\'`;
}

/** No name contains NUL, which would end the pattern on SQLite, and which PostgreSQL refuses. */
function patternOf(search: string): string {
  const text = withoutVariants(searchText(search)).replaceAll('\0', '\uFFFD');
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** @returns how many inviters have a row of counters, and the sums of these counters in a range */
async function countAll(
  db: Kysely<Database>,
  { days }: InviterSelection,
  from: RawBuilder<unknown>,
): Promise<Sums & { inviters: number }> {
  const sums = days ? summed : sql`0 AS none`;
  const { rows } = await sql<Sums & { inviters: number }>`
    SELECT count(*) AS inviters, ${sums} FROM ${from}`.execute(db);
  return rows[0] ?? { ...NONE, inviters: 0 };
}

/**
 * Of some days, each row also has the totals of all inviters as text: to count them again would take as long as the
 * rows.
 */
async function readRows(
  db: Kysely<Database>,
  selection: InviterSelection & { limit?: number; offset?: number },
  source: RawBuilder<unknown>,
): Promise<Row[]> {
  const { limit = Number.MAX_SAFE_INTEGER, offset = 0, days } = selection;
  const inOrder = orderBy(selection);
  const counted = sql`WITH counted AS MATERIALIZED (SELECT * FROM ${source})`;
  const from = days ? sql`counted AS inviter_total` : source;
  const { rows } = await sql<Row>`
    ${days ? counted : sql``}
    SELECT user_id AS id, CAST(username AS text) AS username, page_views AS "pageViews", downloads,
      invites_sent AS "appInvitesSent", invites_accepted AS "acceptedInvites", sign_ups AS "signUps",
      ${days ? asText : sql`NULL`} AS "all"
    FROM (
      SELECT inviter_key, ${counts} FROM ${selected(selection, from)}
      ${inOrder} LIMIT ${limit} OFFSET ${offset}
    ) AS page JOIN inviter ON inviter.key = inviter_key
    ${inOrder}`.execute(db);
  return rows;
}

const asText = sql`(
  SELECT count(*) || ',' || sum(page_views) || ',' || sum(downloads) || ',' || sum(invites_sent)
    || ',' || sum(invites_accepted) FROM counted)`;

function fromText(all: string): Sums & { inviters: number } {
  const [inviters = 0, pageViews = 0, downloads = 0, appInvitesSent = 0, acceptedInvites = 0] = all
    .split(',')
    .map(Number);
  return { inviters, pageViews, downloads, appInvitesSent, acceptedInvites };
}
