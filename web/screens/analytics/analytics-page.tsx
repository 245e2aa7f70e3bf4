import { listedScreens } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../design/link-texts.ts';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';

/** The id of the element that React hydrates; the rest of the page is static. */
export const ANALYTICS_ISLAND_ID = 'analytics';

export function AnalyticsPage({ screen }: { screen: string }) {
  const home = <a href={listedScreens.home}>{BACK_TO_HOME}</a>;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own output */}
      <div id={ANALYTICS_ISLAND_ID} dangerouslySetInnerHTML={{ __html: screen }} />
      <noscript>
        <p className="page-trouble">This page needs JavaScript. {home}</p>
      </noscript>
      <p className="page-trouble" id={SCRIPT_TROUBLE_ID} role="alert" hidden>
        The page could not be loaded. {SCRIPT_ADVICE} {home}
      </p>
    </>
  );
}
