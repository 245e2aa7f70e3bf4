import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentType,
  type Dispatch,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { CallFailure } from '../../../call-api.ts';
import { importAgain } from '../../../import-again.ts';
import { type AnalyticsEvent, type DashboardProps, refusalOf } from '../analytics-event.ts';
import { LOADING_FIGURES, NO_SCRIPT } from '../analytics-texts.ts';
import { askWhoIsSignedIn } from '../ask-server.ts';
import { AppPanel } from './app-panel.tsx';
import { Chart } from './chart.tsx';
import { DashboardBoundary } from './dashboard-boundary.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { Header } from './header.tsx';
import { InviterPanel } from './inviter-panel.tsx';
import { MarksList } from './marks-list.tsx';
import { NamedLinks, NotCounted } from './not-counted.tsx';
import { Performers } from './performers.tsx';
import { createQueryClient, retryFailed } from './query-client.ts';
import { RangeChoice } from './range-choice.tsx';
import { Summary } from './summary.tsx';
import { ActsContext, type ActsOfDashboard } from './use-acts.ts';
import { type Figures, useFigures } from './use-figures.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { type ChangeView, useView, type View } from './view-in-address.ts';
import type { WaitlistTabProps } from './waitlist-tab.tsx';

const { cards, chart } = dashboardTexts;
const series = [
  { figure: 'pageViews', name: cards.totalViews, mark: 'mark-whole' },
  { figure: 'downloads', name: cards.totalDownloads, mark: 'mark-part' },
] as const;

/** The query cache belongs to this component, so a sign-out also removes the data. */
export function Dashboard({ userId, send: sendNow }: DashboardProps) {
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
        <Screen userId={userId} send={send} renewal={renewal} />
      </QueryClientProvider>
    </DashboardBoundary>
  );
}

function Screen({ userId, send, renewal }: DashboardProps & Pick<ActsOfDashboard, 'renewal'>) {
  const queries = useQueryClient();
  const [view, changeView] = useView(userId);
  const figures = useFigures(userId, view, changeView);
  const [isAppOpen, setIsAppOpen] = useState(false);
  const [refreshes, setRefreshes] = useState(0);
  const [isRefused, setIsRefused] = useState(false);
  const onRefused = () => setIsRefused(true);
  const noRight = isRefused && (isAppOpen || view.tab === 'waitlist') && dashboardTexts.noRight;
  const main = useRef<HTMLElement>(null);
  const refusal = useRef<HTMLParagraphElement>(null);
  useKeptFocus(main);
  // What was refused is gone.
  useEffect(() => {
    if (noRight) refusal.current?.focus();
  }, [noRight]);
  const [last, setLast] = useState<string>();
  return (
    <ActsContext value={{ userId, send, renewal, last, setLast, onRefused }}>
      <main ref={main} className="dashboard">
        <Header
          userId={userId}
          updatedAt={figures.updatedAt}
          hasError={figures.error !== undefined}
          isAppOpen={isAppOpen}
          onApp={() => setIsAppOpen(!isAppOpen)}
          tab={view.tab}
          onTab={(tab) => changeView({ tab })}
          onRefresh={() => {
            setIsRefused(false);
            setRefreshes(refreshes + 1);
          }}
          send={send}
        />
        <div role="alert">
          {figures.error && (
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
          className={noRight ? 'panel panel-header' : 'unseen'}
          role="status"
          tabIndex={-1}
        >
          {noRight}
        </p>
        {isAppOpen && !isRefused && <AppPanel />}
        {view.tab === 'waitlist' ? (
          !isRefused && (
            <WaitlistOnDemand
              range={view.days}
              onRange={(days) => changeView({ days })}
              refreshes={refreshes}
            />
          )
        ) : (
          <Invites {...{ userId, figures, view, changeView }} />
        )}
      </main>
    </ActsContext>
  );
}

interface InvitesProps {
  userId: string;
  figures: Figures;
  view: View;
  changeView: ChangeView;
}

/** The figures of all inviters, or of one. */
function Invites({ userId, figures, view, changeView }: InvitesProps) {
  usePlaceInTable(view.inviter);
  const { days = [], marks, mayWriteNotes } = figures;
  const marked = {
    marks,
    children: (chosen?: string) => (
      <MarksList {...{ userId, marks, days, chosen }} mayWrite={mayWriteNotes} />
    ),
  };
  return (
    <>
      <RangeChoice
        {...{ userId, view, changeView }}
        range={figures.range}
        today={days.at(-1)?.day.slice(0, 10)}
      />
      {view.inviter ? (
        <InviterPanel key={view.inviter} {...{ userId, view, changeView, series }} />
      ) : (
        <>
          <Summary
            report={figures.report}
            days={figures.days}
            shown={figures.shown.range}
            range={figures.range}
          />
          {figures.range ? (
            <Chart
              title={chart.title}
              subtitle={figures.range.from === figures.range.to ? chart.hours : chart.subtitle}
              series={series}
              days={figures.days}
              isRunning={figures.range.isRunning}
              {...marked}
            />
          ) : (
            <Chart
              {...chart}
              series={series}
              days={figures.days}
              range={figures.shown.days}
              onRange={(days) => changeView({ days })}
              {...marked}
            />
          )}
          <Performers {...{ userId, figures, view, changeView }} />
          {figures.report && <NamedLinks report={figures.report} />}
          {figures.report && <NotCounted report={figures.report} />}
        </>
      )}
    </>
  );
}

/** Goes back to the row of the inviter whose figures were shown, where it was on the screen. */
function usePlaceInTable(inviter: string): void {
  const last = useRef({ inviter, top: 0 });
  useLayoutEffect(() => {
    const { inviter: left, top } = last.current;
    last.current = { inviter, top };
    if (inviter || !left) return;
    const link = document.querySelector<HTMLElement>(`[data-inviter="${CSS.escape(left)}"]`);
    scrollTo(0, top);
    link?.focus({ preventScroll: true });
  }, [inviter]);
  useEffect(() => {
    const remember = () => {
      if (!last.current.inviter) last.current.top = scrollY;
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, []);
}

/** Loads the code of the tab only for those who open it. */
function WaitlistOnDemand(props: WaitlistTabProps) {
  const [Tab, setTab] = useState<ComponentType<WaitlistTabProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  const { refreshes } = props;
  const shown = useRef(refreshes);
  // After an upgrade only a reload brings the code.
  useEffect(() => {
    if (hasFailed && refreshes !== shown.current) location.reload();
    shown.current = refreshes;
  }, [hasFailed, refreshes]);
  useEffect(() => {
    importAgain(() => import('./waitlist-tab.tsx')).then(
      (code) => setTab(() => code.WaitlistTab),
      () => setHasFailed(true),
    );
  }, []);
  if (Tab) return <Tab {...props} />;
  return <p role="status">{hasFailed ? NO_SCRIPT : LOADING_FIGURES}</p>;
}

function reportRefusal(error: Error, send: Dispatch<AnalyticsEvent>): void {
  const refusal = error instanceof CallFailure && refusalOf(error.status);
  if (refusal) send(refusal);
}
