import { hydrateIsland } from '../../hydrate-island.tsx';
import { ANALYTICS_ISLAND_ID, AnalyticsScreen } from './analytics-screen.tsx';

hydrateIsland(ANALYTICS_ISLAND_ID, <AnalyticsScreen />);
