import { hydrateIsland } from '../../hydrate-island.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

const sendsLetters = document.querySelector('#waitlist[data-letters]') !== null;
hydrateIsland('waitlist', <WaitlistForm sendsLetters={sendsLetters} />);
