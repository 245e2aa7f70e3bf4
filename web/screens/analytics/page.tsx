import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import type { Page } from '../../page.ts';
import { AnalyticsPage, AnalyticsScreen } from './analytics-screen.tsx';
import { dashboardTexts } from './dashboard/dashboard-texts.ts';

export const analytics: Page = {
  title: `${dashboardTexts.title} · ${brand.product}`,
  description: `For those who run ${brand.product}.`,
  design: {
    style: 'web/screens/analytics/base.css',
    themeColor: { light: '#ffffff', dark: '#0f0d0c' },
  },
  styles: [
    ...['controls', 'sign-in'],
    ...[
      'dashboard',
      'acts',
      'app-panel',
      'range-choice',
      'inviter-panel',
      'summary',
      'chart',
      'days-plot',
      'marks',
      'performers',
      'performers-table',
      'waitlist',
      'waves',
      'mailings',
    ].map((part) => `dashboard/${part}`),
  ].map((part) => `web/screens/analytics/${part}.css`),
  body: <AnalyticsPage screen={renderToString(<AnalyticsScreen />)} />,
  scripts: [{ source: 'web/screens/analytics/hydrate.tsx' }],
};
