import type { Dispatch } from 'react';
import type { AnalyticsEvent } from '../analytics-state.ts';

export interface DashboardProps {
  userId: string;
  send: Dispatch<AnalyticsEvent>;
}
