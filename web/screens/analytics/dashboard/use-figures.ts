import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { commonCalls } from '../../../../contract/calls.ts';
import type { ResponseOf } from '../../../../contract/schemas/calls.ts';
import { CallFailure } from '../../../call-api.ts';
import { analyticsErrors } from './dashboard-texts.ts';
import { queryOf, withQuery } from './query-client.ts';
import { useLatest } from './use-latest.ts';
import type { View } from './view-in-address.ts';

export const ROWS_PER_PAGE = 25;

export interface Figures {
  report: ResponseOf<'getAnalytics'> | undefined;
  days: ResponseOf<'getAnalyticsDays'>['days'] | undefined;
  /** Whether the rows still belong to an earlier view, because the answer for the current view has not arrived. */
  isBehind: boolean;
  /** When the report arrived, in milliseconds since 1970; 0 before the first report. */
  updatedAt: number;
  error: string | undefined;
  /** The address of the CSV with all rows of the search. */
  csvAddress: string;
}

export function useFigures(userId: string, view: View): Figures {
  const { sort, order } = view;
  const selection = { userId, sort, order, ...(view.search && { search: view.search }) };
  const part = { limit: String(ROWS_PER_PAGE), offset: String((view.page - 1) * ROWS_PER_PAGE) };
  const report = useQuery(queryOf(commonCalls.getAnalytics, { ...selection, ...part }));
  const days = useQuery(queryOf(commonCalls.getAnalyticsDays, { userId, days: `${view.days}` }));
  const reportError = useLatest(errorOf(report));
  const daysError = useLatest(errorOf(days));
  return {
    report: useLatest(report.data),
    days: useLatest(days.data)?.days,
    isBehind: report.data === undefined,
    updatedAt: useLatest(report.dataUpdatedAt || undefined) ?? 0,
    error: sentenceFor(reportError ?? daysError),
    csvAddress: withQuery(commonCalls.getAnalyticsCsv, selection).path,
  };
}

/** @returns undefined during a retry, so that `useLatest` keeps the old error until the answer arrives */
function errorOf({ error, isPending, errorUpdateCount }: UseQueryResult): Error | null | undefined {
  return isPending && errorUpdateCount > 0 ? undefined : error;
}

function sentenceFor(error: Error | null | undefined): string | undefined {
  if (!error) return undefined;
  const hadAnswer = error instanceof CallFailure && error.status !== undefined;
  return hadAnswer ? analyticsErrors.notOk : analyticsErrors.noAnswer;
}
