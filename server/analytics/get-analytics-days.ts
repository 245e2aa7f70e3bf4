import { DAY_MS } from '../../contract/durations.ts';
import { dayOf } from '../../storage/counters.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { versionAt } from './live-version.ts';

/** Answers with the counts of each of the last `days` days (UTC), of which today is the last. */
export function getAnalyticsDays({ storage, clock }: AppParts): Handler<'getAnalyticsDays'> {
  return async ({ query }) => {
    const count = Number(query.days);
    const now = clock();
    const first = dayOf(now) - count + 1;
    // Read the version first: if an event is counted in between, the days are newer than their version, and the page
    // reads them again. In the other order the page could miss the event.
    const version = versionAt(now, await storage.analytics.version());
    const counted = await storage.analytics.days(first);
    const byDay = new Map(counted.map((stats) => [stats.day, stats]));
    return {
      version,
      days: Array.from({ length: count }, (_, index) => ({
        day: new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
        pageViews: byDay.get(first + index)?.pageViews ?? 0,
        downloads: byDay.get(first + index)?.downloads ?? 0,
      })),
    };
  };
}
