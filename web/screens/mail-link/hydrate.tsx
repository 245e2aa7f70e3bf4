import { hydrateIsland } from '../../hydrate-island.tsx';
import { PositionScreen } from './position-screen.tsx';

hydrateIsland('position', <PositionScreen />);
