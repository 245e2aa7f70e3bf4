import type { MouseEvent, ReactNode } from 'react';
import { ANALYTICS_PATH } from '../../../../contract/screens.ts';
import { type ChangeView, type View, writeView } from './view-in-address.ts';

interface LinkProps {
  view: View;
  changeView: ChangeView;
  change: Partial<View>;
  current?: boolean;
  children: ReactNode;
}

/** A link to another view of the dashboard, which is shown without loading the page. */
export function ViewLink({ view, changeView, change, current, children }: LinkProps) {
  function open(event: MouseEvent): void {
    // A new tab or window opens the address.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    changeView(change);
  }
  return (
    <a
      href={`${ANALYTICS_PATH}${writeView({ ...view, ...change })}`}
      data-inviter={change.inviter || undefined}
      aria-current={current ? 'page' : undefined}
      onClick={open}
    >
      {children}
    </a>
  );
}
