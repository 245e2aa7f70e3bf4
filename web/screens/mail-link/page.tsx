import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import { FOOTER_STYLE, type Page } from '../../page.ts';
import { MailLinkPage } from './mail-link-page.tsx';
import { GROUND_ID, StandingScreen } from './standing-screen.tsx';

export const mailLink: Page = {
  title: `Your place · ${brand.product}`,
  description: `Confirm your place on the ${brand.product} waitlist, see it, share it, or leave.`,
  styles: [
    'web/screens/mail-link/mail-link.css',
    'web/screens/mail-link/your-house.css',
    FOOTER_STYLE,
  ],
  body: <MailLinkPage words={renderToString(<StandingScreen />)} groundId={GROUND_ID} />,
  scripts: [{ source: 'web/screens/mail-link/hydrate.tsx' }],
};
