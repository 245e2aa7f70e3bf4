import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import type { Page } from '../../page.ts';
import { AnalyticsPage, AnalyticsScreen } from './analytics-screen.tsx';
import { dashboardTexts } from './parts/dashboard-texts.ts';

export const analytics: Page = {
  title: `${dashboardTexts.title} · ${brand.product}`,
  description: `For those who run ${brand.product}.`,
  design: {
    style: 'web/screens/analytics/base.css',
    themeColor: { light: '#ffffff', dark: '#0f0d0c' },
  },
  styles: ['controls', 'sign-in', 'parts/parts'].map((part) => `web/screens/analytics/${part}.css`),
  body: <AnalyticsPage screen={renderToString(<AnalyticsScreen />)} />,
  scripts: [{ source: 'web/screens/analytics/hydrate.tsx' }],
};
