import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { brand } from '../../../brand.ts';
import {
  type AppPlatforms,
  appPlatforms,
  BY_MEMBER,
  defaultAvailability,
  hasWaitlist,
  homeVariant,
  INVITED,
} from '../../../contract/availability.ts';
import { listedScreens } from '../../../contract/screens.ts';
import { Logo } from '../../design/logo.tsx';
import { RooftopFriends, Skyline } from '../../design/skyline.tsx';
import { SAVED_BY_A_FRIEND } from '../../design/waitlist-texts.ts';
import { wordmarkOf } from '../../design/wordmark.ts';
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

/** The same, and the app, which search engines show with its store. */
function ourApp(onIos: boolean, onAndroid: boolean): object {
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
      ...(onIos ? [app('ios', 'iOS', '{{iosLink}}')] : []),
      ...(onAndroid ? [app('android', 'Android', '{{androidLink}}')] : []),
    ],
  };
}

const waitlistForm = renderToString(<WaitlistForm />);

/** Above the form, for the link of an inviter, whose name the server fills in. */
const invited = (
  <>
    <bdi translate="no">{'{{inviteName}}'}</bdi> invited you.
  </>
);

/** @param friend what the page says about the friend whose link the visitor has opened */
function homeOf(app: AppPlatforms, friend?: ReactNode): Page {
  const [onIos, onAndroid] = [app.ios === 'launched', app.android === 'launched'];
  const isLaunched = onIos || onAndroid;
  const hasForm = hasWaitlist(app);
  return {
    title: `${brand.product}: ${brand.tagline}`,
    description: `${brand.product} is the app for spontaneous plans with friends. ${callToAction(onIos, onAndroid)}`,
    path: listedScreens.home,
    ...(onIos && { appArgument: listedScreens.home }),
    fontsAfterPaint: true,
    paintedWhole: true,
    preview: {
      picture: '/preview-home.jpg',
      alt: `${brand.product} above the roofs of a city at six in the evening, ${wordmarkOf(brand.product).orb ? 'the sun for its “o”' : 'the sun beside it'}`,
      drawing: {
        sky: 'dusk',
        styles: [PREVIEW_STYLE, 'web/screens/home/preview.css'],
        body: <HomePreview />,
      },
    },
    // Search engines do not list the pages for friends' links.
    ...(!friend && { structuredData: isLaunched ? ourApp(onIos, onAndroid) : aboutUs }),
    styles: [
      ...['home', 'tagline', 'scenes', 'phone'].map((part) => `web/screens/home/${part}.css`),
      FRIEND_STYLE,
      ...['dinner', 'motion'].map((part) => `web/screens/home/${part}.css`),
      LATE_FONTS_STYLE,
      FOOTER_STYLE,
      ...(isLaunched ? ['web/screens/home/get-app.css'] : []),
      ...(friend ? ['web/screens/home/invited.css'] : []),
    ],
    body: <HomePage app={app} waitlistForm={hasForm ? waitlistForm : undefined} friend={friend} />,
    ...(isLaunched && { headScripts: [PLATFORM_SCRIPT] }),
    ...(hasForm && { scripts: [{ source: 'web/screens/home/hydrate.tsx' }] }),
  };
}

/** The same attribute as on the pages of invites. */
const PLATFORM_SCRIPT =
  "if(/Android/.test(navigator.userAgent))document.documentElement.dataset.platform='android'";

function callToAction(onIos: boolean, onAndroid: boolean): string {
  if (onIos && onAndroid) return 'Get it in the App Store and at Google Play.';
  if (onIos) return 'Get it in the App Store.';
  return onAndroid ? 'Get it at Google Play.' : 'Join the waitlist.';
}

/** On a site that sends letters, only the script differs. */
function withMail(page: Page): Page {
  if (!page.scripts) return page;
  return { ...page, scripts: [{ source: 'web/screens/home/hydrate-with-mail.tsx' }] };
}

export const home = homeOf(defaultAvailability);
export const homeWithMail = withMail(home);

/** The home page in the other states of the app, and for a friend's links in each state. Each key is the name of the page's file in `dist/pages`. */
export const homeVariants: Readonly<Record<string, Page>> = Object.fromEntries(
  appPlatforms.flatMap((app) => {
    const variant = homeVariant(app);
    const forFriend = (line: ReactNode) => homeOf(app, hasWaitlist(app) && line);
    const pages: [string, Page][] = [
      [`${variant}${INVITED}`, forFriend(invited)],
      [`${variant}${BY_MEMBER}`, forFriend(SAVED_BY_A_FRIEND)],
    ];
    if (variant !== '') pages.push([variant, homeOf(app)]);
    return pages.flatMap(([end, page]) => [
      [`home${end}`, page],
      [`home-with-mail${end}`, withMail(page)],
    ]);
  }),
);

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
