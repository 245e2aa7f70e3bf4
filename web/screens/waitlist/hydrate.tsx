import { hydrateRoot } from 'react-dom/client';
import { StandingScreen } from './standing-screen.tsx';

const container = document.getElementById('standing');
if (container) hydrateRoot(container, <StandingScreen />);
