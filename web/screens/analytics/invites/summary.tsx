import type { ReactNode } from 'react';
import { MIN_COMPARED } from '../../../../contract/analytics.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatChange, formatCount, formatRate, formatWeekday } from '../parts/numbers.ts';
import { FigureRow } from '../parts/panel.tsx';
import { nameOfRange, type Range } from '../parts/range-choice.tsx';
import type { Figures, Report } from './use-figures.ts';

const { cards, cardNotes: notes, change } = dashboardTexts;

type Total = keyof typeof cards;
/** For each rate, the figure that is 100 %. */
const bases: Partial<Record<Total, Total>> = {
  overallWebConversionRate: 'totalViews',
  overallInviteAcceptanceRate: 'totalAppInvitesSent',
};

/** The six figures: over all time, with today's counts for two of them, or of some days, with their changes. */
export function Summary({ report, days, shown, range }: Figures) {
  const today = days?.at(-1);
  const ofToday = (count: number | undefined) =>
    count !== undefined && notes.today(formatCount(count));
  const noteOf: Record<Total, ReactNode> = {
    ...notes,
    totalViews: ofToday(today?.pageViews),
    totalDownloads: ofToday(today?.downloads),
    ...(range && {
      totalViews: changesOf('pageViews', range),
      totalDownloads: changesOf('downloads', range),
      totalAppInvitesSent: changesOf('appInvitesSent', range),
      overallInviteAcceptanceRate: notes.acceptanceInDays,
    }),
  };
  return (
    <section className="panel" aria-label={nameOfRange(shown.range, range)}>
      <FigureRow
        of={(Object.keys(cards) as Total[]).map((total) => ({
          name: cards[total],
          text: report && textOf(report, total, shown.range),
          note: noteOf[total],
        }))}
      />
    </section>
  );
}

/** How a count has changed, if there was enough before. */
function changesOf(figure: 'pageViews' | 'downloads' | 'appInvitesSent', range: Range): ReactNode {
  const enough = range.comparisons.filter(({ before }) => before[figure] >= MIN_COMPARED);
  if (enough.length === 0) return range.comparisons.length > 0 && change.tooFew;
  return enough.map(({ daysEarlier, counted, before }) => {
    const [now, then] = [counted[figure], before[figure]];
    const percent = formatChange(((now - then) / then) * 100);
    return <span key={daysEarlier}>{change.by(percent, against(range, daysEarlier))}</span>;
  });
}

function against({ from, to, isRunning }: Range, daysEarlier: number): string {
  const isDay = from === to;
  if (isDay && !isRunning) return change.dayBefore;
  if (isDay) return daysEarlier === 1 ? change.yesterday : change.weekAgo(formatWeekday(to));
  const days = formatCount(daysEarlier);
  return isRunning ? change.sameHours(days) : change.daysBefore(days);
}

function textOf(report: Report, total: Total, range: string): string {
  const base = bases[total];
  if (!base) return formatCount(report[total]);
  // Without views or invites the rate is 0.0.
  return formatRate(report[total], report[base] || 1, range);
}
