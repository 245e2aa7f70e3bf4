import { hydrateIsland } from '../../hydrate-island.tsx';
import { PositionScreen } from './position-screen.tsx';
import { POSITION_ID } from './ways-in.ts';

hydrateIsland(POSITION_ID, <PositionScreen />);
