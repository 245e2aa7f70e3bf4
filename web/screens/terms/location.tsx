import { listedScreens } from '../../../contract/screens.ts';
import type { LegalSection } from '../../design/legal/legal-document.tsx';

export const location: LegalSection = {
  id: 'location',
  title: 'Location',
  body: (
    <p>
      Some features, such as restaurants, deals and pop-up events near you, need your location. You
      decide in your device’s settings whether to give it, and can change your mind at any time.
      Where you share a place with friends or guests, they see it. Positions and distances can be
      wrong: do not rely on them where safety is at stake, and do not use anybody’s location to
      follow or surprise them against their will. What we keep and for how long stands in the{' '}
      <a href={listedScreens.privacy}>Privacy Policy</a>.
    </p>
  ),
};
