import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { listedScreens } from '../../../../contract/screens.ts';
import { BACK_TO_HOME } from '../../../design/screen-texts.ts';
import { Icon, ViewLink } from '../parts/controls.tsx';
import { useDashboard } from '../parts/dashboard-context.ts';
import { dashboardTexts, TABS_LABEL, tabTexts } from '../parts/dashboard-texts.ts';
import { formatTime } from '../parts/numbers.ts';
import { useLive } from '../parts/use-live.ts';
import { type Tab, tabs } from '../parts/view-in-address.ts';

interface HeaderProps {
  updatedAt: number;
  /** Whether the figures could not be loaded. */
  hasError: boolean;
  tab: Tab;
  hasRight: boolean;
}

export function Header(props: HeaderProps) {
  const { tab, hasRight } = props;
  const { send } = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, subtitle } = tabTexts[tab];
  // The field for the code had the focus and was removed. Without this, the focus would be at the top of the page.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <>
      <header className="dashboard-header">
        <div className="dashboard-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <p>{subtitle}</p>
        </div>
        <div className="dashboard-keys">
          <a className="key key-plain dashboard-home" href={listedScreens.home}>
            <Icon of="back" />
            <span>{BACK_TO_HOME}</span>
          </a>
          <RefreshButton />
          <button className="key" type="button" onClick={() => send({ type: 'signed-out' })}>
            {dashboardTexts.signOut}
          </button>
        </div>
        <LiveLine {...props} />
      </header>
      {hasRight && (
        <nav className="tabs" aria-label={TABS_LABEL}>
          {tabs.map((one) => (
            <ViewLink key={one} change={{ tab: one, inviter: '' }} current={one === tab}>
              {tabTexts[one].name}
            </ViewLink>
          ))}
        </nav>
      )}
    </>
  );
}

function RefreshButton() {
  const { refresh } = useDashboard();
  const queries = useQueryClient();
  const reload = useMutation({
    async mutationFn() {
      refresh();
      // A second press does not repeat a request that is in progress.
      await queries.invalidateQueries({}, { throwOnError: true, cancelRefetch: false });
    },
  });
  return (
    <>
      <button className="key" type="button" onClick={() => reload.mutate()}>
        <Icon of="refresh" className={reload.isPending ? 'spins' : ''} />
        <span>{dashboardTexts.refresh}</span>
      </button>
      <span className="unseen" role="status">
        {reload.isSuccess && dashboardTexts.refreshed}
      </span>
    </>
  );
}

/**
 * The state of the live connection, and the time of the figures. After an error the figures are not up to date,
 * although the connection may be live. The other tabs are not live, but the end of the session is followed.
 */
function LiveLine({ updatedAt, hasError, tab }: HeaderProps) {
  const { userId, refresh } = useDashboard();
  const connection = useLive(userId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is back, the cleanup reads what could not be read
  useEffect(() => (connection === 'lost' ? refresh : undefined), [connection]);
  if (tab !== 'invites') return null;
  const state = hasError && connection === 'live' ? 'behind' : connection;
  return (
    <p className={`live live-${state}`}>
      <span role="status">{dashboardTexts.live[state]}</span>
      {updatedAt > 0 && <span>{`${dashboardTexts.updated} ${formatTime(updatedAt)}`}</span>}
    </p>
  );
}
