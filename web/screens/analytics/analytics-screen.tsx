import { DashboardOnDemand } from './dashboard-on-demand.tsx';
import { SignIn } from './sign-in.tsx';
import { signInTexts } from './sign-in-texts.ts';
import { useAnalytics } from './use-analytics.ts';

/** The whole screen is one island. It is prerendered in its initial state, in which the session is checked. */
export function AnalyticsScreen() {
  const [state, send] = useAnalytics();
  switch (state.step) {
    case 'checking':
    case 'away':
      return <Checking />;
    case 'verifying':
      return state.form ? <SignIn form={state.form} send={send} /> : <Checking />;
    case 'signed-out':
      return <SignIn form={state.form} notice={state.notice} send={send} />;
    case 'dashboard':
      return <DashboardOnDemand userId={state.userId} send={send} />;
  }
}

function Checking() {
  return (
    <main className="waiting">
      <p role="status">{signInTexts.checking}</p>
    </main>
  );
}
