import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SortField, SortOrder } from '../../contract/analytics.ts';
import type { Engine } from '../engine.ts';
import { counters } from '../invites/events.ts';
import { type InviteTotals, readTotals } from '../invites/invite-events.ts';
import type { Database } from '../schema.ts';
import { searchText, withoutVariants } from '../search-text.ts';

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

export interface DayStats {
  day: number;
  pageViews: number;
  downloads: number;
}

/**
 * The figures of the dashboard. They contain the inviters who have a row of counters. An inviter gets this row after a
 * counted event, or after a sign-up by the inviter's link: on a site with letters once it was confirmed, on others also
 * if it did not count.
 */
export function createAnalytics({ reports: db, snapshot }: Engine) {
  return {
    /** Totals and rows of the same state of the database. */
    async read(
      selection: InviterSelection & { limit: number; offset: number },
    ): Promise<AnalyticsReport> {
      return await snapshot(async (db) => ({
        ...(await readAllTotals(db, selection)),
        rows: await readRows(db, selection),
      }));
    },

    /** All inviters of the selection from an offset on, and totals of the same state of the database. */
    async list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList> {
      return await snapshot(async (db) => ({
        totals: await readAllTotals(db, selection),
        rows: inSteps(await readRows(db, selection)),
      }));
    },

    /** The counts of each day since `from` (whole days since 1970 UTC). Days without events are missing. */
    async days(from: number): Promise<DayStats[]> {
      return await db
        .selectFrom('day_total')
        .select(({ fn }) => [
          'day',
          fn.sum<number>('page_views').as('pageViews'),
          fn.sum<number>('downloads').as('downloads'),
        ])
        .where('day', '>=', from)
        .groupBy('day')
        .orderBy('day')
        .execute();
    },

    /**
     * A hash of the totals and of the erasures since the last retention. It changes after a counted event, after an
     * excluded or repeated visit, and after the erasure of an inviter. Nothing about the waitlist changes it.
     */
    version: async (): Promise<string> => (await readTotals(db)).version,
  };
}

async function readAllTotals(
  db: Kysely<Database>,
  selection: InviterSelection,
): Promise<AnalyticsTotals> {
  const { totals, version } = await readTotals(db);
  const retention = await db.selectFrom('retention_run').select('at').executeTakeFirst();
  const inviters = await countInviters(db, selection);
  return { ...totals, ...inviters, version, retentionRanAt: retention?.at };
}

async function* inSteps(rows: readonly InviterStats[]): AsyncGenerator<InviterStats[]> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
    yield rows.slice(from, from + ROWS_PER_STEP);
    await wait(PAUSE_MS);
  }
}

export interface InviterSelection {
  /** Part of an id, a username or a first name, in upper or lower case; the empty text selects all. */
  search: string;
  sort: SortField;
  order: SortOrder;
}

export interface InviterStats {
  id: string;
  username: string;
  pageViews: number;
  downloads: number;
  appInvitesSent: number;
  acceptedInvites: number;
  signUps: number;
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
function selected({ search, sort }: InviterSelection): RawBuilder<unknown> {
  if (search === '' && sort !== 'username') return sql`inviter_total`;
  const named = sql`inviter_total JOIN inviter ON inviter.key = inviter_key`;
  return search === ''
    ? named
    : sql`${named} WHERE search_text LIKE ${patternOf(search)} ESCAPE '\\'`;
}

/** No name contains NUL, which would end the pattern on SQLite, and which PostgreSQL refuses. */
function patternOf(search: string): string {
  const text = withoutVariants(searchText(search)).replaceAll('\0', '\uFFFD');
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** @returns how many inviters have a row of counters, and how many of them match on all pages */
async function countInviters(
  db: Kysely<Database>,
  selection: InviterSelection,
): Promise<{ inviters: number; matching: number }> {
  const count = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${from}`.execute(db);
    return Number(rows[0]?.n);
  };
  const inviters = await count(sql`inviter_total`);
  const matching = selection.search === '' ? inviters : await count(selected(selection));
  return { inviters, matching };
}

async function readRows(
  db: Kysely<Database>,
  selection: InviterSelection & { limit?: number; offset?: number },
): Promise<InviterStats[]> {
  const { limit = Number.MAX_SAFE_INTEGER, offset = 0 } = selection;
  const inOrder = orderBy(selection);
  const { rows } = await sql<InviterStats>`
    SELECT user_id AS id, CAST(username AS text) AS username, page_views AS "pageViews", downloads,
      invites_sent AS "appInvitesSent", invites_accepted AS "acceptedInvites", sign_ups AS "signUps"
    FROM (
      SELECT inviter_key, ${counts} FROM ${selected(selection)}
      ${inOrder} LIMIT ${limit} OFFSET ${offset}
    ) AS page JOIN inviter ON inviter.key = inviter_key
    ${inOrder}`.execute(db);
  return rows;
}
