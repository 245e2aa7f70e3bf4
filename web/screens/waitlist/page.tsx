import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import { FOOTER_STYLE, type Page } from '../../page.ts';
import { GROUND_ID, StandingScreen } from './standing-screen.tsx';
import { WaitlistPage } from './waitlist-page.tsx';

export const waitlist: Page = {
  title: `Your place · ${brand.product}`,
  description: `Confirm your place on the ${brand.product} waitlist, see it, share it, or leave.`,
  styles: [
    'web/screens/waitlist/waitlist.css',
    'web/screens/waitlist/your-house.css',
    FOOTER_STYLE,
  ],
  body: <WaitlistPage words={renderToString(<StandingScreen />)} groundId={GROUND_ID} />,
  scripts: [{ source: 'web/screens/waitlist/hydrate.tsx' }],
};
