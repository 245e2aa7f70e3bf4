import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type Dispatch, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../call-api.ts';
import { importAgain } from '../../../import-again.ts';
import { type AnalyticsEvent, type DashboardProps, refusalOf } from '../analytics-event.ts';
import { LOADING_FIGURES, NO_SCRIPT } from '../analytics-texts.ts';
import { askWhoIsSignedIn } from '../ask-server.ts';
import { Invites } from '../invites/invites.tsx';
import { useFigures } from '../invites/use-figures.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { createQueryClient, retryFailed } from '../parts/query-client.ts';
import { ActsContext, type ActsOfDashboard } from '../parts/use-acts.ts';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { useView } from '../parts/view-in-address.ts';
import { DashboardBoundary } from './dashboard-boundary.tsx';
import { Header } from './header.tsx';
import type { TeamPlaceProps } from './team-place.tsx';

/** The query cache belongs to this component, so a sign-out also removes the data. */
export function Dashboard({ userId, hasRight, send: sendNow }: DashboardProps) {
  const renewal = useRef<Promise<unknown>>(undefined);
  const [{ queries, send }] = useState(() => {
    const send = (event: AnalyticsEvent) =>
      event.type === 'session-ended' ? void endUnlessRenewed() : sendNow(event);
    /** A new code replaces the session, also in another tab. A call that began before it is answered with 401. */
    async function endUnlessRenewed(): Promise<void> {
      await renewal.current;
      const found = await askWhoIsSignedIn();
      const isRenewed = found.type === 'session-found' && found.userId === userId;
      if (isRenewed) retryFailed(queries);
      else sendNow({ type: 'session-ended' });
    }
    const queries = createQueryClient((error) => reportRefusal(error, send));
    return { queries, send };
  });
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <DashboardBoundary send={send}>
      <QueryClientProvider client={queries}>
        <Screen {...{ userId, hasRight, send, renewal }} />
      </QueryClientProvider>
    </DashboardBoundary>
  );
}

function Screen(props: DashboardProps & Pick<ActsOfDashboard, 'renewal'>) {
  const { userId, send, renewal, hasRight = false } = props;
  const queries = useQueryClient();
  const [view, changeView] = useView(userId);
  const figures = useFigures(userId, view, changeView);
  const [refreshes, setRefreshes] = useState(0);
  const [isRefused, setIsRefused] = useState(false);
  const main = useRef<HTMLElement>(null);
  const refusal = useRef<HTMLParagraphElement>(null);
  const [last, setLast] = useState<string>();
  useKeptFocus(main);
  // What was refused is gone.
  useEffect(() => {
    if (isRefused) refusal.current?.focus();
  }, [isRefused]);
  // The right may also be given while the page is open.
  const mayUsePlaces = (hasRight || figures.mayWriteNotes) && !isRefused;
  const place = mayUsePlaces ? view.place : 'invites';
  return (
    <ActsContext
      value={{ userId, send, renewal, last, setLast, onRefused: () => setIsRefused(true) }}
    >
      <main ref={main} className="dashboard">
        <Header
          {...{ userId, view, changeView, place, mayUsePlaces, send }}
          updatedAt={figures.updatedAt}
          hasError={figures.error !== undefined}
          onRefresh={() => {
            setIsRefused(false);
            setRefreshes(refreshes + 1);
          }}
        />
        <div role="alert">
          {place === 'invites' && figures.error && (
            <div className="notice">
              <p>{figures.error}</p>
              <button className="key" type="button" onClick={() => retryFailed(queries)}>
                {dashboardTexts.retry}
              </button>
            </div>
          )}
        </div>
        <p
          ref={refusal}
          className={isRefused ? 'panel panel-header' : 'unseen'}
          role="status"
          tabIndex={-1}
        >
          {isRefused && dashboardTexts.noRight}
        </p>
        {place === 'invites' ? (
          <Invites {...{ userId, figures, view, changeView }} />
        ) : (
          <TeamPlaceOnDemand
            {...{ place, userId, view, changeView, refreshes }}
            range={figures.range}
            today={figures.days?.at(-1)?.day.slice(0, 10)}
            namedLinks={figures.report?.namedLinks}
          />
        )}
      </main>
    </ActsContext>
  );
}

interface TeamProps extends TeamPlaceProps {
  refreshes: number;
}

/** Loads the code of the places for admins with the right only for those who open one. */
function TeamPlaceOnDemand(props: TeamProps) {
  const [Place, setPlace] = useState<ComponentType<TeamPlaceProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  const { refreshes } = props;
  const shown = useRef(refreshes);
  // After an upgrade only a reload brings the code.
  useEffect(() => {
    if (hasFailed && refreshes !== shown.current) location.reload();
    shown.current = refreshes;
  }, [hasFailed, refreshes]);
  useEffect(() => {
    importAgain(() => import('./team-place.tsx')).then(
      (code) => setPlace(() => code.TeamPlace),
      () => setHasFailed(true),
    );
  }, []);
  if (Place) return <Place {...props} />;
  return <p role="status">{hasFailed ? NO_SCRIPT : LOADING_FIGURES}</p>;
}

function reportRefusal(error: Error, send: Dispatch<AnalyticsEvent>): void {
  const refusal = error instanceof CallFailure && refusalOf(error.status);
  if (refusal) send(refusal);
}
