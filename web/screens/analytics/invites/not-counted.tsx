import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount, formatMoment } from '../parts/numbers.ts';

const { notCounted: texts } = dashboardTexts;

/** The events that were not counted, by reason, and whether retention deletes old events in time. */
export function NotCounted({ report }: { report: AnalyticsResponse }) {
  const { notCounted, retentionRanAt } = report;
  if (!notCounted) return null;
  const reasons = Object.entries(notCounted).sort(([, one], [, other]) => other - one);
  return (
    <section className="aside">
      <h2>{texts.title}</h2>
      <p>{texts.subtitle}</p>
      {reasons.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <dl>
          {reasons.map(([reason, count]) => (
            <div key={reason}>
              <dt>{texts.reasons[reason] ?? reason}</dt>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        {retentionRanAt
          ? `${texts.retention} ${formatMoment(retentionRanAt)}.`
          : `${texts.neverRan}.`}
      </p>
    </section>
  );
}
