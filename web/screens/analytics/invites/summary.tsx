import type { ReactNode } from 'react';
import { MIN_COMPARED } from '../../../../contract/analytics.ts';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { Figure } from '../parts/figure.tsx';
import { formatChange, formatCount, formatRate, formatWeekday } from '../parts/numbers.ts';
import { nameOfRange } from '../parts/range-choice.tsx';
import type { Figures } from './use-figures.ts';

interface SummaryProps {
  report: AnalyticsResponse | undefined;
  days: Figures['days'];
  /** The range of the report, as in the address. */
  shown: string;
  range: Figures['range'];
}

type Total = keyof typeof dashboardTexts.cards;
const totals = Object.keys(dashboardTexts.cards) as Total[];
/** For each rate, the figure that is 100 %. */
const bases: Partial<Record<Total, Total>> = {
  overallWebConversionRate: 'totalViews',
  overallInviteAcceptanceRate: 'totalAppInvitesSent',
};

/** The figures that are compared with earlier days. */
const compared = {
  totalViews: 'pageViews',
  totalDownloads: 'downloads',
  totalAppInvitesSent: 'appInvitesSent',
} as const;

/** The six figures: over all time, with today's counts for two of them, or of some days, with their changes. */
export function Summary({ report, days, shown, range }: SummaryProps) {
  const notes = dashboardTexts.cardNotes;
  const today = days?.at(-1);
  const ofToday = (count: number | undefined) =>
    count !== undefined && notes.today(formatCount(count));
  const noteOf: Record<Total, ReactNode> = {
    ...notes,
    totalViews: ofToday(today?.pageViews),
    totalDownloads: ofToday(today?.downloads),
    ...(range && { ...mapChanges(range), overallInviteAcceptanceRate: notes.acceptanceInDays }),
  };
  return (
    <section className="panel" aria-label={nameOfRange(shown, range)}>
      <dl className="figures">
        {totals.map((total) => (
          <Figure
            key={total}
            name={dashboardTexts.cards[total]}
            text={report && textOf(report, total, shown)}
            note={noteOf[total]}
          />
        ))}
      </dl>
    </section>
  );
}

type Range = NonNullable<Figures['range']>;

function mapChanges(range: Range): Partial<Record<Total, ReactNode>> {
  return Object.fromEntries(
    Object.entries(compared).map(([total, figure]) => [
      total,
      <Changes key={total} figure={figure} range={range} />,
    ]),
  );
}

/** How a count has changed, if there was enough before. */
function Changes({
  figure,
  range,
}: {
  figure: (typeof compared)[keyof typeof compared];
  range: Range;
}) {
  const enough = range.comparisons.filter(({ before }) => before[figure] >= MIN_COMPARED);
  if (enough.length === 0)
    return range.comparisons.length > 0 && <span>{dashboardTexts.change.tooFew}</span>;
  return enough.map(({ daysEarlier, counted, before }) => {
    const [now, then] = [counted[figure], before[figure]];
    const percent = formatChange(((now - then) / then) * 100);
    return (
      <span key={daysEarlier}>
        {dashboardTexts.change.by(percent, against(range, daysEarlier))}
      </span>
    );
  });
}

function against({ from, to, isRunning }: Range, daysEarlier: number): string {
  const { change } = dashboardTexts;
  const isDay = from === to;
  if (isDay && !isRunning) return change.dayBefore;
  if (isDay) return daysEarlier === 1 ? change.yesterday : change.weekAgo(formatWeekday(to));
  const days = formatCount(daysEarlier);
  return isRunning ? change.sameHours(days) : change.daysBefore(days);
}

function textOf(report: AnalyticsResponse, total: Total, range: string): string {
  const base = bases[total];
  if (!base) return formatCount(report[total]);
  // Without data it is 0.0, as the specification says.
  return formatRate(report[total], report[base] || 1, range);
}
