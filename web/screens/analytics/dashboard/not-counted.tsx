import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { FROM_QUERY, listedScreens } from '../../../../contract/screens.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatCount, formatMoment } from './numbers.ts';

const { namedLinks: links, notCounted: texts } = dashboardTexts;

/** Sign-ups by the links of the team's own posts, for admins with the right to the waitlist. */
export function NamedLinks({ report }: { report: AnalyticsResponse }) {
  const { namedLinks = [] } = report;
  if (namedLinks.length === 0) return null;
  return (
    <section className="not-counted">
      <h2>{links.title}</h2>
      <p>{links.subtitle}</p>
      <dl>
        {namedLinks.map(({ name, signUps, lastWeek }) => (
          <div key={name}>
            <dt>{`${listedScreens.home}?${FROM_QUERY}=${name}`}</dt>
            <dd>{links.count(formatCount(signUps), formatCount(lastWeek))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The events that were not counted, by reason, and whether retention deletes old events in time. */
export function NotCounted({ report }: { report: AnalyticsResponse }) {
  const { notCounted, retentionRanAt } = report;
  if (!notCounted) return null;
  const reasons = Object.entries(notCounted).sort(([, one], [, other]) => other - one);
  return (
    <section className="not-counted">
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
