import { useEffect, useState } from 'react';
import {
  DEFAULT_SORT,
  inviterColumns,
  MAX_SEARCH_CHARACTERS,
  RANGE_PATTERN,
  type SortField,
  type SortOrder,
  sortOrders,
} from '../../../../contract/analytics.ts';
import { ANALYTICS_PATH } from '../../../../contract/screens.ts';

/** The selection of figures. It is kept in the address, so that a reload shows the same view. */
export interface View {
  readonly sort: SortField;
  readonly order: SortOrder;
  readonly search: string;
  /** The page of the table, from 1. */
  readonly page: number;
  /** A range of `RANGE_PATTERN`; empty for all time. */
  readonly range: string;
  readonly tab: Tab;
  /** The id of the inviter whose figures are shown; empty for those of all. */
  readonly inviter: string;
}

/** The tabs of the dashboard. All but the first need the right to the waitlist. */
export const tabs = ['invites', 'waitlist', 'mailings', 'app', 'audit'] as const;
export type Tab = (typeof tabs)[number];

/** In the order of the address. */
const defaultView: View = {
  search: '',
  sort: DEFAULT_SORT,
  order: naturalOrder(DEFAULT_SORT),
  page: 1,
  range: '',
  tab: tabs[0],
  inviter: '',
};

/** Names from A to Z, figures from the largest down. */
export function naturalOrder(sort: SortField): SortOrder {
  return sort === 'username' ? 'asc' : 'desc';
}

/** @param query a query string, which can be anything: an invalid value becomes the default */
export function readView(query: string): View {
  const given = new URLSearchParams(query);
  const sort =
    inviterColumns.find(({ field }) => field === given.get('sort'))?.field ?? defaultView.sort;
  const order = given.get('order');
  return {
    sort,
    order: sortOrders.find((one) => one === order) ?? naturalOrder(sort),
    search: [...(given.get('search') ?? '')].slice(0, MAX_SEARCH_CHARACTERS).join(''),
    page: /^[1-9]\d{0,5}$/.test(given.get('page') ?? '') ? Number(given.get('page')) : 1,
    range: new RegExp(RANGE_PATTERN).exec(given.get('range') ?? '')?.[0] ?? defaultView.range,
    tab: tabs.find((tab) => tab === given.get('tab')) ?? defaultView.tab,
    inviter: given.get('inviter') ?? '',
  };
}

/** @returns a query string with its `?`, or nothing for the default view */
export function writeView(view: View): string {
  const written = new URLSearchParams();
  for (const field of Object.keys(defaultView) as (keyof View)[]) {
    const usual = field === 'order' ? naturalOrder(view.sort) : defaultView[field];
    if (view[field] !== usual) written.set(field, String(view[field]));
  }
  return written.size === 0 ? '' : `?${written}`;
}

export type ChangeView = (change: Partial<View>) => void;

/** The view in the address. A change of sorting, search or range goes back to the first page. */
export function useView(): [View, ChangeView] {
  const [view, setView] = useState(() => readView(location.search));
  useEffect(() => {
    const follow = () => setView(readView(location.search));
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  function change(changed: Partial<View>): void {
    const keepsRows = Object.keys(changed).every((key) => ['page', 'tab', 'inviter'].includes(key));
    const wanted = { ...view, ...(!keepsRows && { page: 1 }), ...changed };
    // As after a reload, so that a value that no call takes cannot stay.
    const next = readView(writeView(wanted));
    setView(next);
    const address = `${ANALYTICS_PATH}${writeView(next)}`;
    // The browser's way back leads to the tab before, or from an inviter to the table.
    if (next.inviter === view.inviter && next.tab === view.tab)
      history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  }
  return [view, change];
}
