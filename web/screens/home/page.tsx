import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import {
  FOOTER_STYLE,
  FRIEND_STYLE,
  LATE_FONTS_STYLE,
  type Page,
  PREVIEW_STYLE,
} from '../../page.ts';
import { HomePage } from './home-page.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

const address = `{{publicUrl}}${listedScreens.home}`;

/** The organization and the site, as schema.org objects: search engines show their name and logo. */
const aboutUs = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': `${address}#organization`,
      name: brand.product,
      legalName: brand.legalEntity,
      url: address,
      logo: '{{publicUrl}}/icon-512.png',
      email: brand.contactEmail,
      sameAs: Object.values(brand.social),
    },
    {
      '@type': 'WebSite',
      '@id': `${address}#website`,
      name: brand.product,
      url: address,
      inLanguage: 'en',
      publisher: { '@id': `${address}#organization` },
    },
  ],
};

export const home: Page = {
  title: `${brand.product}: ${brand.tagline}`,
  description: `${brand.product} is the app for spontaneous plans with friends. Join the waitlist.`,
  path: listedScreens.home,
  fontsAfterPaint: true,
  paintedWhole: true,
  preview: {
    picture: '/preview-home.jpg',
    alt: `${brand.product} above the roofs of a city at six in the evening, the sun for its “o”`,
    drawing: {
      sky: 'dusk',
      styles: [PREVIEW_STYLE, 'web/screens/home/preview.css'],
      body: <HomePreview />,
    },
  },
  structuredData: aboutUs,
  styles: [
    ...['home', 'tagline', 'scenes', 'phone'].map((part) => `web/screens/home/${part}.css`),
    FRIEND_STYLE,
    ...['dinner', 'motion'].map((part) => `web/screens/home/${part}.css`),
    LATE_FONTS_STYLE,
    FOOTER_STYLE,
  ],
  body: <HomePage waitlistForm={renderToString(<WaitlistForm />)} />,
  scripts: [{ source: 'web/screens/home/hydrate.tsx' }],
};

/** The home page of a site that sends letters: only its script differs. */
export const homeWithMail: Page = {
  ...home,
  scripts: [{ source: 'web/screens/home/hydrate-with-mail.tsx' }],
};

/** The first screen of `/` at six o'clock, without the form. */
function HomePreview() {
  return (
    <div className="preview home-preview sky">
      <div className="preview-words">
        <Logo />
        <p className="tagline display">{brand.tagline}</p>
      </div>
      <Skyline>
        <RooftopFriends />
      </Skyline>
    </div>
  );
}
