import { type ComponentType, useEffect, useState } from 'react';
import { importAgain } from '../../import-again.ts';
import type { DashboardProps } from './dashboard/dashboard-props.ts';
import { LOADING_FIGURES } from './figures-texts.ts';

/** Loads the dashboard's code only after the user was verified as an admin. */
export function DashboardOnDemand({ userId, send }: DashboardProps) {
  const [Dashboard, setDashboard] = useState<ComponentType<DashboardProps>>();
  useEffect(() => {
    importAgain(() => import('./dashboard/dashboard.tsx')).then(
      (code) => setDashboard(() => code.Dashboard),
      () => send({ type: 'dashboard-missing' }),
    );
  }, [send]);

  if (Dashboard) return <Dashboard userId={userId} send={send} />;
  return (
    <main className="waiting">
      <p role="status">{LOADING_FIGURES}</p>
    </main>
  );
}
