import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Component, type Dispatch, type ReactNode, useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../call-api.ts';
import type { AnalyticsEvent, DashboardProps } from '../analytics-state.ts';
import { LOADING_FIGURES, NO_SCRIPT } from '../analytics-texts.ts';
import { askWhoIsSignedIn } from '../ask-server.ts';
import { Invites } from '../invites/invites.tsx';
import { useFigures } from '../invites/use-figures.ts';
import { DashboardContext, type DashboardParts } from '../parts/dashboard-context.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { createQueryClient, retryFailed } from '../parts/query-client.ts';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { useView } from '../parts/view-in-address.ts';
import { useScript } from '../use-script.ts';
import { Header, HomeLink, SignOutButton } from './header.tsx';
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
    const queries = createQueryClient((error) => {
      const status = error instanceof CallFailure && error.status;
      if (status === 401) send({ type: 'session-ended' });
      if (status === 403) send({ type: 'access-refused' });
    });
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

function Screen(props: DashboardProps & Pick<DashboardParts, 'renewal'>) {
  const { userId, hasRight = false } = props;
  const queries = useQueryClient();
  const [view, changeView] = useView();
  const figures = useFigures(userId, view, changeView);
  const [refreshes, setRefreshes] = useState(0);
  const [isRefused, setIsRefused] = useState(false);
  const main = useRef<HTMLElement>(null);
  const refusal = useRef<HTMLParagraphElement>(null);
  const [lastPressed, setLastPressed] = useState<string>();
  useKeptFocus(main);
  // What was refused is gone.
  useEffect(() => {
    if (isRefused) refusal.current?.focus();
  }, [isRefused]);
  // The right may also be given while the page is open.
  const mayUsePlaces = (hasRight || figures.mayWriteNotes) && !isRefused;
  const place = mayUsePlaces ? view.place : 'invites';
  return (
    <DashboardContext
      value={{
        ...props,
        ...{ view, changeView, refreshes, lastPressed, setLastPressed },
        range: figures.range,
        today: figures.days?.at(-1)?.day.slice(0, 10),
        onRefused: () => setIsRefused(true),
      }}
    >
      <main ref={main} className="dashboard">
        <Header
          {...{ place, mayUsePlaces }}
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
          <Invites figures={figures} />
        ) : (
          <TeamPlaceOnDemand
            {...{ place, refreshes }}
            namedLinks={figures.report?.namedLinks ?? []}
          />
        )}
      </main>
    </DashboardContext>
  );
}

/** Loads the code of the places for admins with the right only for those who open one. */
function TeamPlaceOnDemand(props: TeamPlaceProps & { refreshes: number }) {
  const { refreshes } = props;
  const [code, hasFailed] = useScript(() => import('./team-place.tsx'));
  const shown = useRef(refreshes);
  // After an upgrade only a reload brings the code.
  useEffect(() => {
    if (hasFailed && refreshes !== shown.current) location.reload();
    shown.current = refreshes;
  }, [hasFailed, refreshes]);
  if (code) return <code.TeamPlace {...props} />;
  return <p role="status">{hasFailed ? NO_SCRIPT : LOADING_FIGURES}</p>;
}

interface BoundaryProps {
  children: ReactNode;
  send: Dispatch<AnalyticsEvent>;
}

/**
 * If a part of the dashboard cannot be rendered, the admin is told so, and can still sign out. It is a class, because
 * React has no other way to catch such an error.
 */
class DashboardBoundary extends Component<BoundaryProps> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, send } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <main className="dashboard">
        <div className="dashboard-keys">
          <HomeLink />
          <button className="key" type="button" onClick={() => location.reload()}>
            {dashboardTexts.reload}
          </button>
          <SignOutButton send={send} />
        </div>
        <p className="notice" role="alert">
          {dashboardTexts.failed}
        </p>
      </main>
    );
  }
}
