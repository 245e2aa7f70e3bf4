import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { listedScreens } from '../../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../../design/link-texts.ts';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { BackIcon, RefreshIcon } from './dashboard-icons.tsx';
import type { DashboardProps } from './dashboard-props.ts';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatTime } from './numbers.ts';
import { useLive } from './use-live.ts';

interface HeaderProps extends DashboardProps {
  updatedAt: number;
  /** Whether the figures could not be loaded. */
  hasError: boolean;
}

export function Header(props: HeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The field for the code had the focus and was removed. Without this, the focus would be at the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <header className="dashboard-header">
      <div className="dashboard-keys">
        <a className="key key-plain dashboard-home" href={listedScreens.home}>
          <BackIcon />
          <span>{BACK_TO_HOME}</span>
        </a>
        <RefreshButton />
        <SignOutButton send={props.send} />
      </div>
      <div className="dashboard-title">
        <h1 ref={heading} tabIndex={-1}>
          {dashboardTexts.title}
        </h1>
        <p>{dashboardTexts.subtitle}</p>
      </div>
      <LiveLine {...props} />
    </header>
  );
}

/** The icon turns once at least, because an answer often arrives too fast for a visible movement. */
const MIN_SPIN_MS = 600;

function RefreshButton() {
  const queries = useQueryClient();
  const [step, setStep] = useState<'idle' | 'spinning' | 'done'>('idle');
  const isReloading = useRef(false);

  async function reload(): Promise<void> {
    if (isReloading.current) return;
    isReloading.current = true;
    setStep('spinning');
    const turn = new Promise((resolve) => setTimeout(resolve, MIN_SPIN_MS));
    await queries.invalidateQueries();
    isReloading.current = false;
    await turn;
    // The user may have pressed Refresh again in the meantime.
    if (!isReloading.current) setStep(hasFailed(queries) ? 'idle' : 'done');
  }

  return (
    <>
      <button className="key" type="button" onClick={reload}>
        <RefreshIcon spins={step === 'spinning'} />
        <span>{dashboardTexts.refresh}</span>
      </button>
      <span className="unseen" role="status">
        {step === 'done' && dashboardTexts.refreshed}
      </span>
    </>
  );
}

/** Whether a visible query failed. Then the dashboard shows an error, and its figures are not up to date. */
function hasFailed(queries: QueryClient): boolean {
  const shown = queries.getQueryCache().findAll({ type: 'active' });
  return shown.some(({ state }) => state.status === 'error');
}

function SignOutButton({ send }: { send: Dispatch<AnalyticsEvent> }) {
  return (
    <button className="key" type="button" onClick={() => send({ type: 'signed-out' })}>
      {dashboardTexts.signOut}
    </button>
  );
}

/**
 * The state of the live connection, and the time of the figures. After an error the figures are not up to date,
 * although the connection may be live.
 */
function LiveLine({ userId, updatedAt, hasError, send }: HeaderProps) {
  const connection = useLive(userId, send);
  const state = hasError && connection === 'live' ? 'behind' : connection;
  return (
    <p className={`live live-${state}`}>
      <span role="status">{dashboardTexts.live[state]}</span>
      {updatedAt > 0 && (
        <span className="live-updated">{`${dashboardTexts.updated} ${formatTime(updatedAt)}`}</span>
      )}
    </p>
  );
}
