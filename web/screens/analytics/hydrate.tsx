import { hydrateRoot } from 'react-dom/client';
import { ANALYTICS_ISLAND_ID } from './analytics-page.tsx';
import { AnalyticsScreen } from './analytics-screen.tsx';

const container = document.getElementById(ANALYTICS_ISLAND_ID);
if (container) hydrateRoot(container, <AnalyticsScreen />);
