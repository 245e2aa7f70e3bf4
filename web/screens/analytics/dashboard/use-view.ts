import { useState } from 'react';
import { ANALYTICS_PATH } from '../../../../contract/screens.ts';
import { readView, type View, writeView } from './view-in-address.ts';

export type ChangeView = (change: Partial<View>) => void;

/** The view that the address has. Whatever changes in the table's selection leads back to its first page. */
export function useView(): [View, ChangeView] {
  const [view, setView] = useState(() => readView(location.search));
  function change(changed: Partial<View>): void {
    const keepsRows = Object.keys(changed).every((key) => key === 'page' || key === 'days');
    const next = { ...view, ...(!keepsRows && { page: 1 }), ...changed };
    setView(next);
    history.replaceState(null, '', `${ANALYTICS_PATH}${writeView(next)}`);
  }
  return [view, change];
}
