import type { AnalyticsResponse } from '../../../../contract/schemas/analytics.ts';
import { FROM_QUERY, listedScreens } from '../../../../contract/screens.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { formatCount } from '../parts/numbers.ts';

const { namedLinks: links } = dashboardTexts;

export interface NamedLinksProps {
  namedLinks: AnalyticsResponse['namedLinks'];
}

/** Sign-ups by the links of the team's own posts. */
export function NamedLinks({ namedLinks = [] }: NamedLinksProps) {
  if (namedLinks.length === 0) return null;
  return (
    <section className="aside">
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
