import type { Dispatch } from 'react';
import type { AnalyticsEvent } from '../analytics-event.ts';

export interface DashboardProps {
  userId: string;
  send: Dispatch<AnalyticsEvent>;
}
