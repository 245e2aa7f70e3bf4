import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ANALYTICS_PATH } from '../../../../contract/screens.ts';
import { retryFailed } from './query-client.ts';
import { readView, type View, writeView } from './view-in-address.ts';

export type ChangeView = (change: Partial<View>) => void;

/** The view in the address. A change of sorting or search goes back to the first page. */
export function useView(): [View, ChangeView] {
  const queries = useQueryClient();
  const [view, setView] = useState(() => readView(location.search));
  function change(changed: Partial<View>): void {
    const keepsRows = Object.keys(changed).every((key) => key === 'page' || key === 'days');
    const next = { ...view, ...(!keepsRows && { page: 1 }), ...changed };
    // The figures of this view could not be read, so the control still shows another view, and was used again.
    if (writeView(next) === writeView(view)) retryFailed(queries);
    setView(next);
    history.replaceState(null, '', `${ANALYTICS_PATH}${writeView(next)}`);
  }
  return [view, change];
}
