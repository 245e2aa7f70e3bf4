import { useEffect, useLayoutEffect, useRef } from 'react';
import { Chart } from '../parts/chart.tsx';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { RangeChoice } from '../parts/range-choice.tsx';
import type { ChangeView, View } from '../parts/view-in-address.ts';
import { InviterPanel } from './inviter-panel.tsx';
import { MarksList } from './marks-list.tsx';
import { NotCounted } from './not-counted.tsx';
import { Performers } from './performers.tsx';
import { Summary } from './summary.tsx';
import type { Figures } from './use-figures.ts';

const { cards, chart } = dashboardTexts;
const series = [
  { figure: 'pageViews', name: cards.totalViews, mark: 'mark-whole' },
  { figure: 'downloads', name: cards.totalDownloads, mark: 'mark-part' },
] as const;

interface InvitesProps {
  userId: string;
  figures: Figures;
  view: View;
  changeView: ChangeView;
}

/** The figures of all inviters, or of one. */
export function Invites({ userId, figures, view, changeView }: InvitesProps) {
  usePlaceInTable(view.inviter);
  return (
    <>
      <RangeChoice
        {...{ userId, view, changeView }}
        range={figures.range}
        today={figures.days?.at(-1)?.day.slice(0, 10)}
      />
      {view.inviter ? (
        <InviterPanel key={view.inviter} {...{ userId, view, changeView, series }} />
      ) : (
        <AllInviters {...{ userId, figures, view, changeView }} />
      )}
    </>
  );
}

/** What is loading, missing or empty is said where the chart stands otherwise, so that it is seen without scrolling. */
function AllInviters({ userId, figures, view, changeView }: InvitesProps) {
  const { report, shown, range, error } = figures;
  // The alert says it.
  if (!report && error) return null;
  const isEmpty = report?.totalInviters === 0 && !shown.range;
  return (
    <>
      <Summary report={report} days={figures.days} shown={shown.range} range={range} />
      {!report && (
        <p className="panel word" role="status">
          {dashboardTexts.loading}
        </p>
      )}
      {report && !isEmpty && <DaysChart {...{ userId, figures, changeView }} />}
      {report && <Performers {...{ userId, report, figures, view, changeView }} />}
      {report && <NotCounted report={report} />}
    </>
  );
}

function DaysChart({ userId, figures, changeView }: Omit<InvitesProps, 'view'>) {
  const { days, marks, mayWriteNotes, range, shown } = figures;
  const isHours = range && range.from === range.to;
  return (
    <Chart
      title={chart.title}
      subtitle={isHours ? chart.hours : chart.subtitle}
      {...{ series, days, marks }}
      isRunning={range?.isRunning ?? true}
      {...(!range && { range: shown.days, onRange: (days) => changeView({ days }) })}
    >
      {(chosen) => (
        <MarksList {...{ userId, marks, chosen }} days={days ?? []} mayWrite={mayWriteNotes} />
      )}
    </Chart>
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
