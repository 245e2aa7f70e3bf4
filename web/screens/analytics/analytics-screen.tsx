import { lazy, Suspense } from 'react';
import { listedScreens } from '../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../design/screen-texts.ts';
import { importAgain } from '../../import-again.ts';
import { SCRIPT_ADVICE, SCRIPT_TROUBLE_ID } from '../../page.ts';
import { LOADING_FIGURES, signInTexts } from './analytics-texts.ts';
import { SignIn } from './sign-in.tsx';
import { useAnalytics } from './use-analytics.ts';

/** Its code is loaded only after the user was verified as an admin. If it does not arrive, the page says to reload. */
const Dashboard = lazy(() =>
  importAgain(() => import('./dashboard/dashboard.tsx')).then(({ Dashboard }) => ({
    default: Dashboard,
  })),
);

/** The whole screen is one island. It is prerendered in its initial state, in which the session is checked. */
export function AnalyticsScreen() {
  const [state, send] = useAnalytics();
  if (state.step === 'dashboard') {
    return (
      <Suspense fallback={<Waiting text={LOADING_FIGURES} />}>
        <Dashboard {...state} send={send} />
      </Suspense>
    );
  }
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
