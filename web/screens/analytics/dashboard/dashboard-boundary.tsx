import { Component, type Dispatch, type ReactNode } from 'react';
import type { AnalyticsEvent } from '../analytics-event.ts';
import { dashboardTexts } from '../parts/dashboard-texts.ts';
import { HomeLink, SignOutButton } from './header.tsx';

interface DashboardBoundaryProps {
  children: ReactNode;
  send: Dispatch<AnalyticsEvent>;
}

/**
 * If a part of the dashboard cannot be rendered, the admin is told so, and can still sign out. It is a class, because
 * React has no other way to catch such an error.
 */
export class DashboardBoundary extends Component<DashboardBoundaryProps> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { children, send } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <main className="dashboard">
        <div className="dashboard-keys">
          <HomeLink />
          <button className="key" type="button" onClick={() => location.reload()}>
            {dashboardTexts.reload}
          </button>
          <SignOutButton send={send} />
        </div>
        <p className="notice" role="alert">
          {dashboardTexts.failed}
        </p>
      </main>
    );
  }
}
