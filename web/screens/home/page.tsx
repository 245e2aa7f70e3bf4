import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import {
  type AppPlatforms,
  hasWaitlist,
  type PlatformState,
} from '../../../contract/availability.ts';
import { inEachState } from '../../../contract/page-parts.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Logo } from '../../design/logo.tsx';
import { aboutProduct } from '../../design/screen-texts.ts';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { WANTED_BY_A_FRIEND } from '../../design/waitlist-texts.ts';
import { directionOf } from '../../design/wordmark.ts';
import {
  FOOTER_STYLE,
  FRIEND_STYLE,
  LATE_FONTS_STYLE,
  type Page,
  PREVIEW_STYLE,
} from '../../page.ts';
import { DinnerLinks } from './dinner.tsx';
import { GetApp, ON_BOTH } from './get-app.tsx';
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

/** The same, and the launched app, which search engines show with its store. */
function aboutUsAndApp({ ios, android }: AppPlatforms): object {
  const app = (id: string, operatingSystem: string, installUrl: string) => ({
    '@type': 'MobileApplication',
    '@id': `${address}#${id}`,
    name: brand.product,
    description: `${brand.product}: ${brand.tagline}`,
    applicationCategory: 'SocialNetworkingApplication',
    operatingSystem,
    installUrl,
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
    publisher: { '@id': `${address}#organization` },
  });
  return {
    ...aboutUs,
    '@graph': [
      ...aboutUs['@graph'],
      ...(ios === 'launched' ? [app('ios', 'iOS', '{{iosLink}}')] : []),
      ...(android === 'launched' ? [app('android', 'Android', '{{androidLink}}')] : []),
    ],
  };
}

/** The same attribute as on the pages of invites. Here iPhones set it, too, because they cannot use Google Play. */
const PLATFORM_SCRIPT =
  "if(/(Android)|iPhone/.test(navigator.userAgent))document.documentElement.dataset.platform=RegExp.$1?'android':'ios'";

const toAppStore: Readonly<Partial<Record<PlatformState, string>>> = {
  preorder: 'Pre-order it in the App Store.',
  launched: 'Get it in the App Store.',
};
const toGooglePlay: typeof toAppStore = {
  preregister: 'Pre-register on Google Play.',
  launched: 'Get it on Google Play.',
};

export const home: Page = {
  title: `${brand.product}: ${brand.tagline}`,
  description: `${aboutProduct(brand)} {{callToAction}}`,
  path: listedScreens.home,
  banner: { argument: listedScreens.home },
  fontsAfterPaint: true,
  paintedWhole: true,
  preview: {
    picture: '/preview-home.jpg',
    alt: `${brand.product} above the roofs of a city at six in the evening`,
    drawing: {
      sky: 'dusk',
      styles: [PREVIEW_STYLE, 'web/screens/home/preview.css'],
      body: <HomePreview />,
    },
  },
  structuredData: aboutUsAndApp,
  styles: [
    'web/screens/home/home.css',
    'web/screens/home/scenes.css',
    'web/screens/home/phone.css',
    FRIEND_STYLE,
    'web/screens/home/dinner.css',
    'web/screens/home/motion.css',
    LATE_FONTS_STYLE,
    FOOTER_STYLE,
  ],
  inStore: { style: 'web/screens/home/get-app.css', script: PLATFORM_SCRIPT },
  body: <HomePage />,
  parts: {
    callToAction: inEachState(callToAction),
    getApp: inEachState((app) => <GetApp {...app} />),
    waitlist: inEachState((app) => hasWaitlist(app) && '{{friend}}{{form}}'),
    form: { letters: <Form sendsLetters />, 'no-letters': <Form /> },
    friend: {
      inviter: (
        <p className="invited">
          <bdi translate="no">{'{{inviteName}}'}</bdi> invited you.
        </p>
      ),
      member: <p className="invited">{WANTED_BY_A_FRIEND}</p>,
    },
    dinnerLinks: inEachState((app) => <DinnerLinks {...app} />),
  },
  scripts: [{ source: 'web/screens/home/hydrate.tsx', unless: `.${ON_BOTH}` }],
};

function callToAction({ ios, android }: AppPlatforms): string {
  if (ios === 'launched' && android === 'launched')
    return 'Get it in the App Store and on Google Play.';
  return [toAppStore[ios], toGooglePlay[android]].filter(Boolean).join(' ') || 'Join the waitlist.';
}

/** The only island. Its first HTML is the same with and without letters. */
function Form({ sendsLetters }: { sendsLetters?: true }) {
  const form = { __html: renderToString(<WaitlistForm sendsLetters={false} />) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is React's own output
  return <div id="waitlist" data-letters={sendsLetters} dangerouslySetInnerHTML={form} />;
}

/** The first screen of `/` at six o'clock, without the form. */
function HomePreview() {
  return (
    <div className="preview home-preview sky">
      <div className="preview-words">
        <Logo place="middle" />
        <p className="tagline display" dir={directionOf(brand.tagline)}>
          {brand.tagline}
        </p>
      </div>
      <Skyline>
        <RooftopFriends />
      </Skyline>
    </div>
  );
}
