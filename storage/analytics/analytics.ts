import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { LruMap } from 'toad-cache';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import type {
  Analytics,
  AnalyticsReport,
  AnalyticsTotals,
  InviterStats,
} from '../interface/analytics.ts';
import { readTotals } from '../invites/read-totals.ts';
import { onOneState } from '../one-state.ts';
import { type Counted, type Page, selectInviters, withNames } from './analytics-queries.ts';

/** How long a report is cached. A changed name may appear this late, because it does not change the version. */
const RECENT_MS = 1_000;
const MAX_RECENT = 50;
/**
 * The pause after each 200 rows of a list. Without it, one download would keep the event loop and the connection for
 * reports busy all the time, and visitors would wait longer.
 */
const PAUSE_MS = 1;

export function createAnalytics(engine: Engine): Analytics {
  const { reports: db } = engine;
  const recent = new LruMap<{ report: Promise<AnalyticsReport>; until: number }>(MAX_RECENT);
  let lastVersion = '';

  return {
    async read(selection) {
      const key = JSON.stringify(selection);
      // A client that has received a new version, perhaps from another copy of the program, must not get an older
      // report.
      if (recent.get(key)) await forgetOlder();
      const known = recent.get(key);
      if (known && known.until > performance.now()) return known.report;
      const report = readReport(engine, selection);
      recent.set(key, { report, until: performance.now() + RECENT_MS });
      report.catch(() => recent.get(key)?.report === report && recent.delete(key));
      return report;
    },

    async list(selection) {
      // The transaction reads only the counters (decision 047). If it also read the names, it would stay open until
      // all rows are sent.
      const { totals, steps } = await onOneState(db, (db) => readCounts(engine, db, selection));
      return { rows: nameEach(engine, steps, totals), totals: () => totals };
    },

    async days(from) {
      const rows = await db
        .selectFrom('day_total')
        .select(({ fn }) => [
          'day',
          fn.sum<number>('page_views').as('page_views'),
          fn.sum<number>('downloads').as('downloads'),
        ])
        .where('day', '>=', from)
        .groupBy('day')
        .orderBy('day')
        .execute();
      return rows.map((row) => ({
        day: row.day,
        pageViews: row.page_views,
        downloads: row.downloads,
      }));
    },

    version: forgetOlder,
  };

  /** Clears cached reports of an older version. @returns the current version */
  async function forgetOlder(): Promise<string> {
    const { version } = await readTotals(db);
    if (version !== lastVersion) recent.clear();
    lastVersion = version;
    return version;
  }
}

function readReport(engine: Engine, page: Page): Promise<AnalyticsReport> {
  return onOneState(engine.reports, async (db) => {
    const { totals, steps } = await readCounts(engine, db, page);
    return { ...totals, rows: await withNames(engine, db, [...steps].flat()) };
  });
}

async function readCounts(
  engine: Engine,
  db: Kysely<Database>,
  page: Page,
): Promise<{ totals: AnalyticsTotals; steps: Iterable<Counted[]> }> {
  const { totals, version } = await readTotals(db);
  const { inviters, matching, steps } = await selectInviters(engine, db, page);
  return { totals: { ...totals, inviters, matching, version }, steps };
}

/**
 * Reads the names of the inviters in each step. Leaves out inviters who were erased meanwhile, and subtracts their
 * counts from the totals.
 */
async function* nameEach(
  engine: Engine,
  steps: Iterable<Counted[]>,
  totals: AnalyticsTotals,
): AsyncGenerator<InviterStats[]> {
  for (const step of steps) {
    const rows = await withNames(engine, engine.reports, step);
    if (rows.length < step.length) leaveOut(totals, step, rows);
    if (rows.length > 0) yield rows;
    await wait(PAUSE_MS);
  }
}

function leaveOut(
  totals: AnalyticsTotals,
  step: readonly Counted[],
  rows: readonly InviterStats[],
): void {
  const missing = step.length - rows.length;
  totals.inviters -= missing;
  totals.matching -= missing;
  for (const counter of ['pageViews', 'downloads', 'invitesSent', 'invitesAccepted'] as const) {
    totals.total[counter] += sumOf(rows, counter) - sumOf(step, counter);
  }
}

function sumOf<Counter extends string>(
  rows: readonly Record<Counter, number>[],
  counter: Counter,
): number {
  return rows.reduce((sum, row) => sum + row[counter], 0);
}
