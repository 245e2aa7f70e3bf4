import { useEffect } from 'react';
import { listedScreens } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../design/screen-texts.ts';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';
import type { DashboardProps } from './analytics-state.ts';
import { LOADING_FIGURES, signInTexts } from './analytics-texts.ts';
import { SignIn } from './sign-in.tsx';
import { useAnalytics } from './use-analytics.ts';
import { useScript } from './use-script.ts';

/** The whole screen is one island. It is prerendered in its initial state, in which the session is checked. */
export function AnalyticsScreen() {
  const [state, send] = useAnalytics();
  if (state.step === 'dashboard') return <DashboardOnDemand {...state} send={send} />;
  if ('form' in state && state.form) return <SignIn {...state} form={state.form} send={send} />;
  return <Waiting text={signInTexts.checking} />;
}

function Waiting({ text }: { text: string }) {
  return (
    <main className="waiting">
      <h1 className="unseen">{signInTexts.page}</h1>
      <p role="status">{text}</p>
    </main>
  );
}

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

/** Loads the dashboard's code only after the user was verified as an admin. */
function DashboardOnDemand(props: DashboardProps) {
  const { send } = props;
  const [code, hasFailed] = useScript(() => import('./dashboard/dashboard.tsx'));
  useEffect(() => {
    if (hasFailed) send({ type: 'dashboard-missing' });
  }, [hasFailed, send]);
  return code ? <code.Dashboard {...props} /> : <Waiting text={LOADING_FIGURES} />;
}
