import { useId, useState } from 'react';
import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatRate } from './numbers.ts';
import type { Figures } from './use-figures.ts';

interface SummaryProps {
  report: AnalyticsResponse | undefined;
  days: Figures['days'];
}

type Total = keyof typeof dashboardTexts.cards;
const totals = Object.keys(dashboardTexts.cards) as Total[];
/** For each rate, the figure that is 100 %. */
const bases: Partial<Record<Total, Total>> = {
  overallWebConversionRate: 'totalViews',
  overallInviteAcceptanceRate: 'totalAppInvitesSent',
};

/** The six figures over all time, and today's counts for two of them. */
export function Summary({ report, days }: SummaryProps) {
  const id = useId();
  const notes = dashboardTexts.cardNotes;
  const today = days?.at(-1);
  const noteOf: Record<Total, string | undefined> = {
    ...notes,
    totalViews: today && notes.today(formatCount(today.pageViews)),
    totalDownloads: today && notes.today(formatCount(today.downloads)),
  };
  return (
    <section className="panel summary" aria-labelledby={id}>
      <h2 id={id}>{dashboardTexts.allTime}</h2>
      <dl className="summary-figures">
        {totals.map((total) => (
          <div key={total}>
            <dt>{dashboardTexts.cards[total]}</dt>
            <dd className="summary-figure">
              {report ? <Figure text={textOf(report, total)} /> : <span className="pending" />}
            </dd>
            <dd className="summary-note">{noteOf[total]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function textOf(report: AnalyticsResponse, total: Total): string {
  const base = bases[total];
  return base ? formatRate(report[total], report[base]) : formatCount(report[total]);
}

/** Highlights a change for a moment, because the figures change without a reload. */
function Figure({ text }: { text: string }) {
  const [first] = useState(text);
  return (
    <span key={text} className={text === first ? undefined : 'has-changed'}>
      {text}
    </span>
  );
}
