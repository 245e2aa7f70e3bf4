import { createContext, use, useState } from 'react';
import type { ResponseOf } from '../../../../contract/calls.ts';
import type { DashboardProps } from '../analytics-state.ts';
import { keepDraft, keptDraft } from './kept-drafts.ts';
import type { ChangeView, View } from './view-in-address.ts';

/** What every part of the dashboard can read. */
export interface DashboardParts extends DashboardProps {
  view: View;
  changeView: ChangeView;
  /** The days of the range of the view, once they are known. */
  range: ResponseOf<'getAnalyticsDays'>['range'];
  /** Counts up when what is shown is to be read again, by Refresh or after an act that other panels show. */
  refreshes: number;
  refresh(): void;
}

export const DashboardContext = createContext<DashboardParts | undefined>(undefined);

export function useDashboard(): DashboardParts {
  const found = use(DashboardContext);
  if (!found) throw new Error('This part needs the dashboard around it.');
  return found;
}

/**
 * The draft of a form, and a function that changes it. The function gets the latest draft, also in the answer to a call
 * that began before the latest change, or before the form was shown again.
 *
 * @param empty what the form has before anything is typed. All its values are texts or booleans
 */
export function useDraft<Draft extends object>(
  form: string,
  empty: Draft,
): [Draft, (next: (latest: Draft) => Draft) => void] {
  const { userId } = useDashboard();
  const [draft, setDraft] = useState(() => keptDraft(userId, form, empty));
  function change(next: (latest: Draft) => Draft): void {
    const changed = next(keptDraft(userId, form, empty));
    setDraft(changed);
    keepDraft(userId, form, changed);
  }
  return [draft, change];
}
