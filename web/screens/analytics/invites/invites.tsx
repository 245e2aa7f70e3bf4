import { useDashboard } from '../parts/dashboard-context.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';
import { FigureRow, Panel } from '../parts/panel.tsx';
import { RangeChoice } from '../parts/range-choice.tsx';
import { DaysChart } from './days-chart.tsx';
import { InviterPanel } from './inviter-panel.tsx';
import { Performers } from './performers.tsx';
import { Summary } from './summary.tsx';
import type { Figures, Report } from './use-figures.ts';

const { notCounted } = dashboardTexts;

/** The figures of all inviters, or of one. */
export function Invites({ figures }: { figures: Figures }) {
  const { inviter } = useDashboard().view;
  return (
    <>
      <RangeChoice />
      {inviter ? <InviterPanel key={inviter} /> : <AllInviters figures={figures} />}
    </>
  );
}

/** What is loading, missing or empty is said where the chart stands otherwise, so that it is seen without scrolling. */
function AllInviters({ figures }: { figures: Figures }) {
  const { report, shown, error } = figures;
  // The alert says it.
  if (!report && error) return null;
  const isEmpty = report?.totalInviters === 0 && !shown.range;
  return (
    <>
      <Summary {...figures} />
      {!report && (
        <p className="panel word" role="status">
          {dashboardTexts.loading}
        </p>
      )}
      {report && !isEmpty && <DaysChart {...figures} />}
      {report && <Performers report={report} figures={figures} />}
      {report?.notCounted && <NotCounted {...report} />}
    </>
  );
}

/** The events that were not counted, by reason, and whether retention deletes old events in time. */
function NotCounted({ notCounted: counts = {}, retentionRanAt }: Report) {
  const { title, subtitle, none, reasons, retention, neverRan } = notCounted;
  const all = Object.entries(counts).sort(([, one], [, other]) => other - one);
  return (
    <Panel title={title} notes={[subtitle]}>
      {all.length === 0 && <p className="row">{none}</p>}
      {all.length > 0 && (
        <FigureRow
          of={all.map(([reason, count]) => ({
            name: reasons[reason] ?? reason,
            text: formatCount(count),
          }))}
        />
      )}
      <p className="row note">
        {retentionRanAt ? `${retention} ${formatMoment(retentionRanAt)}.` : `${neverRan}.`}
      </p>
    </Panel>
  );
}
