import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { DEFAULT_ORDER, DEFAULT_SORT } from '../../../../contract/analytics.ts';
import type { ResponseOf } from '../../../../contract/calls.ts';
import { getAnalytics, getAnalyticsCsv, getAnalyticsDays } from '../../../browser-calls.ts';
import { queryOf, sentenceOf, withQuery } from '../parts/query-client.ts';
import type { ChangeView, View } from '../parts/view-in-address.ts';

export const ROWS_PER_PAGE = 25;

export type Report = ResponseOf<'getAnalytics'>;

export type Figures = ReturnType<typeof useFigures>;

export function useFigures(userId: string, view: View, changeView: ChangeView) {
  const part = { limit: String(ROWS_PER_PAGE), offset: String((view.page - 1) * ROWS_PER_PAGE) };
  const report = useQuery(queryOf(getAnalytics, { ...selectionOf(userId, view), ...part }));
  const { range } = view;
  const days = useQuery(queryOf(getAnalyticsDays, { userId, ...(range && { range }) }));
  const isPage = useEndOfPages(report.data, view, changeView);
  const rows = isPage ? report.data : undefined;
  /** The view of these figures, which is an earlier one until the figures of the chosen view have arrived. */
  const shown = useLatest(rows && view) ?? view;
  const latestDays = useLatest(days.data);
  return {
    report: useLatest(rows),
    days: latestDays?.days,
    marks: latestDays?.marks ?? [],
    mayWriteNotes: latestDays?.mayWriteNotes ?? false,
    /** The days of these figures; undefined for all time. */
    range: latestDays?.range,
    shown,
    /** Whether the rows of the chosen view are requested, and those of an earlier view are still shown. */
    isBehind: report.isLoading,
    /** When the figures arrived, in milliseconds since 1970; 0 before the first ones. */
    updatedAt: useLatest((rows && report.dataUpdatedAt) || undefined) ?? 0,
    error: sentenceOf(report.error ?? days.error),
    /** Of the CSV with all rows of the search. */
    csvAddress: withQuery(getAnalyticsCsv, selectionOf(userId, shown)).path,
  };
}

function selectionOf(userId: string, { sort, order, search, range }: View) {
  return {
    userId,
    ...(sort !== DEFAULT_SORT && { sort }),
    ...(order !== DEFAULT_ORDER && { order }),
    ...(search && { search }),
    ...(range && { range }),
  };
}

/** Goes to the last page if the page number is too high. @returns whether it is the number of a page */
function useEndOfPages(
  report: Report | undefined,
  { page }: View,
  changeView: ChangeView,
): boolean {
  const last = Math.max(1, Math.ceil((report?.matching ?? 0) / ROWS_PER_PAGE));
  const isBeyond = report !== undefined && page > last;
  useEffect(() => {
    if (isBeyond) changeView({ page: last });
  });
  return !isBeyond;
}

/** The last value that was not undefined, so that the screen keeps it until a newer value arrives. */
function useLatest<Value>(value: Value | undefined): Value | undefined {
  const [latest, setLatest] = useState(value);
  if (value === undefined || value === latest) return latest;
  setLatest(value);
  return value;
}
