import { hydrateIsland } from '../../hydrate-island.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

hydrateIsland('waitlist', <WaitlistForm />);
