import { hydrateIsland } from '../../hydrate-island.tsx';
import { StandingScreen } from './standing-screen.tsx';

hydrateIsland('standing', <StandingScreen />);
