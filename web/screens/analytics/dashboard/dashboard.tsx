import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../call-api.ts';
import { importAgain } from '../../../import-again.ts';
import type { AnalyticsEvent, DashboardProps } from '../analytics-state.ts';
import { askWhoIsSignedIn } from '../ask-server.ts';
import { Invites } from '../invites/invites.tsx';
import { useFigures } from '../invites/use-figures.ts';
import { DashboardContext } from '../parts/dashboard-context.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { createQueryClient, retryFailed } from '../parts/query-client.ts';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { useView } from '../parts/view-in-address.ts';
import { Header } from './header.tsx';

/** Loaded only for an admin who opens one. */
const TeamTab = lazy(() =>
  importAgain(() => import('./team-tab.tsx')).then(({ TeamTab }) => ({ default: TeamTab })),
);

/** The query cache belongs to this component, so a sign-out also removes the data. */
export function Dashboard({ userId, hasRight, send: sendNow }: DashboardProps) {
  const [{ queries, send }] = useState(() => {
    const send = (event: AnalyticsEvent) =>
      event.type === 'session-ended' ? void endUnlessRenewed() : sendNow(event);
    /** A new code replaces the session, also in another tab. A call that began before it is answered with 401. */
    async function endUnlessRenewed(): Promise<void> {
      const found = await askWhoIsSignedIn();
      const isRenewed = found.type === 'session-found' && found.userId === userId;
      if (isRenewed) retryFailed(queries);
      else sendNow({ type: 'session-ended' });
    }
    const queries = createQueryClient((error) => {
      const status = error instanceof CallFailure && error.status;
      if (status === 401) send({ type: 'session-ended' });
      if (status === 403) send({ type: 'access-refused' });
    });
    return { queries, send };
  });
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <QueryClientProvider client={queries}>
      <Screen userId={userId} hasRight={hasRight} send={send} />
    </QueryClientProvider>
  );
}

function Screen(props: DashboardProps) {
  const { userId, hasRight = false } = props;
  const queries = useQueryClient();
  const [view, changeView] = useView();
  const figures = useFigures(userId, view, changeView);
  const [refreshes, setRefreshes] = useState(0);
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  const tab = hasRight ? view.tab : 'invites';
  return (
    <DashboardContext
      value={{
        ...props,
        view,
        changeView,
        refreshes,
        refresh: () => setRefreshes((before) => before + 1),
        range: figures.range,
      }}
    >
      <main ref={main} className="dashboard">
        <Header
          tab={tab}
          hasRight={hasRight}
          updatedAt={figures.updatedAt}
          hasError={figures.error !== undefined}
        />
        <div role="alert">
          {tab === 'invites' && figures.error && (
            <div className="notice">
              <p>{figures.error}</p>
              <button className="key" type="button" onClick={() => retryFailed(queries)}>
                {dashboardTexts.retry}
              </button>
            </div>
          )}
        </div>
        {tab === 'invites' ? (
          <Invites figures={figures} />
        ) : (
          <Suspense fallback={<p role="status">{dashboardTexts.loading}</p>}>
            <TeamTab tab={tab} namedLinks={figures.report?.namedLinks ?? []} />
          </Suspense>
        )}
      </main>
    </DashboardContext>
  );
}
