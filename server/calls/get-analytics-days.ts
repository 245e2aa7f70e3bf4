import { calls } from '../../contract/calls.ts';
import { AnalyticsDaysQuery, AnalyticsDaysResponse } from '../../contract/schemas/analytics.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { DAY_MS, dayOf } from '../../storage/counters.ts';
import type { App, AppParts } from '../app-parts.ts';

/** Shows an admin what was counted on each of the last days (UTC). */
export function getAnalyticsDays(app: App, { storage, clock }: AppParts): void {
  app.route({
    method: calls.getAnalyticsDays.method,
    url: calls.getAnalyticsDays.path,
    schema: {
      summary: 'What was counted on each of the last days',
      querystring: AnalyticsDaysQuery,
      response: { 200: AnalyticsDaysResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async ({ query }) => {
      const count = Number(query.days);
      const first = dayOf(clock()) - count + 1;
      const counted = await storage.analytics.days(first);
      const byDay = new Map(counted.map((stats) => [stats.day, stats]));
      return {
        days: Array.from({ length: count }, (_, index) => ({
          day: new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
          pageViews: byDay.get(first + index)?.pageViews ?? 0,
          downloads: byDay.get(first + index)?.downloads ?? 0,
        })),
      };
    },
  });
}
