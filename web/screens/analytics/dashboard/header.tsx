import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listedScreens } from '../../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../../design/screen-texts.ts';
import type { DashboardProps } from '../analytics-event.ts';
import { BackIcon, RefreshIcon } from './dashboard-icons.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { formatTime } from './numbers.ts';
import { Switch } from './switch.tsx';
import { useLive } from './use-live.ts';
import { type Tab, tabs } from './view-in-address.ts';

const { tabs: texts } = dashboardTexts;

interface HeaderProps extends DashboardProps {
  updatedAt: number;
  /** Whether the figures could not be loaded. */
  hasError: boolean;
  isAppOpen: boolean;
  onApp(): void;
  tab: Tab;
  onTab(tab: Tab): void;
  onRefresh(): void;
}

export function Header(props: HeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, subtitle, refreshed } =
    props.tab === 'waitlist' ? dashboardTexts.waitlist : dashboardTexts;
  // The field for the code had the focus and was removed. Without this, the focus would be at the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <header className="dashboard-header">
      <div className="dashboard-title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{subtitle}</p>
      </div>
      <div className="dashboard-keys">
        <HomeLink />
        <Switch
          legend={texts.legend}
          options={tabs.map((value) => ({ value, name: texts[value] }))}
          chosen={props.tab}
          onChoose={props.onTab}
        />
        <RefreshButton onRefresh={props.onRefresh} refreshed={refreshed} />
        <button className="key" type="button" aria-expanded={props.isAppOpen} onClick={props.onApp}>
          {dashboardTexts.app.open}
        </button>
        <SignOutButton send={props.send} />
      </div>
      <LiveLine {...props} />
    </header>
  );
}

export function HomeLink() {
  return (
    <a className="key key-plain dashboard-home" href={listedScreens.home}>
      <BackIcon />
      <span>{BACK_TO_HOME}</span>
    </a>
  );
}

/** The icon turns once at least, because an answer often arrives too fast for a visible movement. */
const MIN_SPIN_MS = 600;

function RefreshButton({ onRefresh, refreshed }: { onRefresh: () => void; refreshed: string }) {
  const queries = useQueryClient();
  const reload = useMutation({
    async mutationFn() {
      onRefresh();
      const turn = new Promise((resolve) => setTimeout(resolve, MIN_SPIN_MS));
      // A second press does not repeat a request that is in progress.
      await queries.invalidateQueries({}, { throwOnError: true, cancelRefetch: false });
      await turn;
    },
  });
  return (
    <>
      <button className="key" type="button" onClick={() => reload.mutate()}>
        <RefreshIcon spins={reload.isPending} />
        <span>{dashboardTexts.refresh}</span>
      </button>
      <span className="unseen" role="status">
        {reload.isSuccess && refreshed}
      </span>
    </>
  );
}

export function SignOutButton({ send }: Pick<DashboardProps, 'send'>) {
  return (
    <button className="key" type="button" onClick={() => send({ type: 'signed-out' })}>
      {dashboardTexts.signOut}
    </button>
  );
}

/**
 * The state of the live connection, and the time of the figures. After an error the figures are not up to date,
 * although the connection may be live. The figures of the waitlist are not live, but the end of the session is followed.
 */
function LiveLine({ userId, updatedAt, hasError, tab }: HeaderProps) {
  const connection = useLive(userId);
  if (tab === 'waitlist') return null;
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
