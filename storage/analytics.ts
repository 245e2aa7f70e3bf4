import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { countInviters, keysInOrder, readStats } from './analytics-queries.ts';
import type { Database } from './database.ts';
import type { Engine } from './engine.ts';
import { onOneState } from './one-state.ts';
import { readTotals } from './read-totals.ts';
import type { Analytics, AnalyticsReport } from './storage.ts';

/** Names and such change without a new version, and nobody needs those sooner. */
const RECENT_MS = 1_000;
const MAX_RECENT = 50;
const ROWS_PER_READ = 500;

export function createAnalytics(engine: Engine): Analytics {
  const { db } = engine;
  const recent = new Map<string, { report: Promise<AnalyticsReport>; until: number }>();
  let lastVersion = '';

  return {
    async read(selection) {
      // Whoever asks because of a new version, which another program may have told them, must not be
      // shown what was read before it.
      await forgetOlder();
      const key = JSON.stringify(selection);
      const known = recent.get(key);
      if (known && known.until > performance.now()) return known.report;
      if (recent.size >= MAX_RECENT) recent.clear();
      const report = readReport(db, selection);
      recent.set(key, { report, until: performance.now() + RECENT_MS });
      report.catch(() => recent.delete(key));
      return report;
    },

    async *rows(selection) {
      const keys = await keysInOrder(db, selection);
      for (let from = 0; from < keys.length; from += ROWS_PER_READ) {
        yield* await readStats(db, keys.slice(from, from + ROWS_PER_READ));
      }
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

  /** @returns the version of the figures, of which alone something is remembered then */
  async function forgetOlder(): Promise<string> {
    const version = hash('sha256', JSON.stringify(await readTotals(db)), 'base64url');
    if (version !== lastVersion) recent.clear();
    lastVersion = version;
    return version;
  }
}

function readReport(
  database: Kysely<Database>,
  selection: Parameters<Analytics['read']>[0],
): Promise<AnalyticsReport> {
  return onOneState(database, async (db) => {
    const inviters = await countInviters(db, '');
    return {
      ...(await readTotals(db)),
      inviters,
      matching: selection.search === '' ? inviters : await countInviters(db, selection.search),
      rows: await readStats(db, await keysInOrder(db, selection)),
    };
  });
}
