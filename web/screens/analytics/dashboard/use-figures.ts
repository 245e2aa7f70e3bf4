import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { analyticsErrors } from '../../../../contract/analytics.ts';
import { calls } from '../../../../contract/calls.ts';
import type {
  AnalyticsDaysResponse,
  AnalyticsResponse,
} from '../../../../contract/schemas/analytics.ts';
import { AnswerError, addressOf, type QueryKey } from './query-client.ts';
import { useLatest } from './use-latest.ts';
import type { View } from './view-in-address.ts';

export const ROWS_PER_PAGE = 25;

export interface Figures {
  report: AnalyticsResponse | undefined;
  days: AnalyticsDaysResponse['days'] | undefined;
  /** Whether the rows are not, or not yet, those of the view. */
  isBehind: boolean;
  /** When the report came, in milliseconds since 1970; 0 before. */
  updatedAt: number;
  error: string | undefined;
  /** Where the rows of the view's search are, all of them. */
  csvAddress: string;
}

export function useFigures(userId: string, view: View): Figures {
  const { sort, order } = view;
  const selection = { userId, sort, order, ...(view.search && { search: view.search }) };
  const part = { limit: String(ROWS_PER_PAGE), offset: String((view.page - 1) * ROWS_PER_PAGE) };
  const report = useQuery<AnalyticsResponse>({
    queryKey: [calls.getAnalytics.path, { ...selection, ...part }] satisfies QueryKey,
  });
  const days = useQuery<AnalyticsDaysResponse>({
    queryKey: [calls.getAnalyticsDays.path, { userId, days: String(view.days) }] satisfies QueryKey,
  });
  const reportError = useLatest(errorOf(report));
  const daysError = useLatest(errorOf(days));
  return {
    report: useLatest(report.data),
    days: useLatest(days.data)?.days,
    isBehind: report.data === undefined,
    updatedAt: useLatest(report.dataUpdatedAt || undefined) ?? 0,
    error: sentenceFor(reportError ?? daysError),
    csvAddress: addressOf([calls.getAnalyticsCsv.path, selection]),
  };
}

/** @returns undefined while what has failed is asked for again: until the answer its error stands */
function errorOf({ error, isPending, errorUpdateCount }: UseQueryResult): Error | null | undefined {
  return isPending && errorUpdateCount > 0 ? undefined : error;
}

function sentenceFor(error: Error | null | undefined): string | undefined {
  if (!error) return undefined;
  return error instanceof AnswerError ? analyticsErrors.notOk : analyticsErrors.noAnswer;
}
