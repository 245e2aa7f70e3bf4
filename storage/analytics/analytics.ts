import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { type Engine, onOneState } from '../engine.ts';
import { type InviteTotals, readTotals } from '../invites/invite-events.ts';
import {
  countInviters,
  type InviterSelection,
  type InviterStats,
  readRows,
  readSteps,
} from './analytics-queries.ts';

/**
 * The pause after each 200 rows of a list. Without it, one download would keep the event loop busy all the time, and
 * visitors would wait longer.
 */
const PAUSE_MS = 1;

export interface AnalyticsTotals extends InviteTotals {
  inviters: number;
  /** How many inviters match the selection, on all pages. */
  matching: number;
  /** See `version` of `createAnalytics`. */
  version: string;
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

/** The figures of the dashboard. They contain only inviters with at least one counted event. */
export function createAnalytics({ reports: db }: Engine) {
  return {
    /** Totals and rows of the same state of the database. */
    async read(
      selection: InviterSelection & { limit: number; offset: number },
    ): Promise<AnalyticsReport> {
      return await onOneState(db, async (db) => ({
        ...(await readAllTotals(db, selection)),
        rows: await readRows(db, selection),
      }));
    },

    /** All inviters of the selection from an offset on, and totals of the same state of the database. */
    async list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList> {
      return await onOneState(db, async (db) => ({
        totals: await readAllTotals(db, selection),
        rows: slowly(await readSteps(db, selection)),
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
     * excluded or repeated visit, and after the erasure of an inviter.
     */
    version: async (): Promise<string> => (await readTotals(db)).version,
  };
}

async function readAllTotals(
  db: Kysely<Database>,
  selection: InviterSelection,
): Promise<AnalyticsTotals> {
  const { totals, version } = await readTotals(db);
  return { ...totals, ...(await countInviters(db, selection)), version };
}

async function* slowly<Step>(steps: Iterable<Step>): AsyncGenerator<Step> {
  for (const step of steps) {
    yield step;
    await wait(PAUSE_MS);
  }
}
