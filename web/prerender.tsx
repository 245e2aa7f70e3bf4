import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { brand } from '../brand.ts';
import { dashboardTexts } from '../contract/analytics.ts';
import { NOT_FOUND_TEXT, screens } from '../contract/screens.ts';
import type { Tokens } from './design/sky-tokens.ts';
import { Document } from './document.tsx';
import { invitePages } from './invite-pages.tsx';
import { type BuiltFiles, FOOTER_STYLE, LATE_FONTS_STYLE, type Page } from './page.ts';
import { HomePreview } from './previews/home-preview.tsx';
import { InvitePicture } from './previews/invite-picture.tsx';
import { PopupsPreview } from './previews/popups-preview.tsx';
import { PrivacyPreview } from './previews/privacy-preview.tsx';
import { SpontiPreview } from './previews/sponti-preview.tsx';
import { TermsPreview } from './previews/terms-preview.tsx';
import { AnalyticsPage } from './screens/analytics/analytics-page.tsx';
import { AnalyticsScreen } from './screens/analytics/analytics-screen.tsx';
import { Footer } from './screens/footer.tsx';
import { HomePage } from './screens/home/home-page.tsx';
import { WaitlistForm } from './screens/home/waitlist-form.tsx';
import { NotFoundPage } from './screens/not-found/not-found-page.tsx';
import { PopupsPage } from './screens/popups/popups-page.tsx';
import { PrivacyPage } from './screens/privacy/privacy-page.tsx';
import { SpontiPage } from './screens/sponti/sponti-page.tsx';
import { TermsPage } from './screens/terms/terms-page.tsx';
import { aboutUs } from './structured-data.ts';

const waitlistForm = renderIsland(<WaitlistForm />);
const analyticsScreen = renderIsland(<AnalyticsScreen />);

const homeStyles = [
  ...['home', 'tagline', 'scenes', 'phone', 'friend', 'dinner', 'motion'].map(
    (part) => `web/screens/home/${part}.css`,
  ),
  LATE_FONTS_STYLE,
  FOOTER_STYLE,
];
const legalStyles = [
  ...['document', 'text', 'print'].map((part) => `web/screens/legal-${part}.css`),
  FOOTER_STYLE,
];
const posterStyles = ['web/screens/poster.css', FOOTER_STYLE];
const spontiStyles = [
  ...['sponti', 'street-map', 'places', 'waking'].map((part) => `web/screens/sponti/${part}.css`),
  ...posterStyles,
];
const popupsStyles = [
  ...['wall', 'flyers', 'flyer-drawings', 'boards', 'popping'].map(
    (part) => `web/screens/popups/${part}.css`,
  ),
  ...posterStyles,
];

const analyticsStyles = [
  ...['controls', 'sign-in', 'dashboard', 'summary', 'chart', 'days-plot'],
  ...['performers', 'performers-table'],
].map((part) => `web/screens/analytics/${part}.css`);

/** Every page of the site; the key names its file in `dist/pages`. */
export const pages = {
  home: {
    title: `${brand.product}: ${brand.tagline}`,
    description: `${brand.product} is the app for spontaneous plans with friends. Join the waitlist.`,
    path: screens.home,
    fontsAfterPaint: true,
    paintedWhole: true,
    preview: {
      picture: '/preview-home.jpg',
      alt: `${brand.product} above the roofs of a city at six in the evening, the sun for its “o”`,
      drawing: {
        sky: 'dusk',
        styles: ['web/previews/preview.css', 'web/previews/home.css'],
        body: <HomePreview />,
      },
    },
    structuredData: aboutUs,
    styles: homeStyles,
    body: <HomePage waitlistForm={waitlistForm.html} />,
    bodyScripts: waitlistForm.scripts,
    scripts: [{ source: 'web/screens/home/hydrate.tsx' }],
  },
  privacy: {
    title: `Privacy Policy · ${brand.product}`,
    description: `What ${brand.product} knows about you, what it is for, and what you can decide.`,
    path: screens.privacy,
    preview: {
      picture: '/preview-privacy.jpg',
      alt: 'A lit window at night, two shadows behind its drawn curtains, and a cat on the sill',
      drawing: {
        sky: 'nightfall',
        styles: ['web/previews/preview.css', 'web/previews/privacy.css'],
        body: <PrivacyPreview />,
      },
    },
    styles: legalStyles,
    body: <PrivacyPage footer={<Footer />} />,
  },
  terms: {
    title: `Terms of Service · ${brand.product}`,
    description: `What you agree to when you use ${brand.product}: the rules between you, your friends and us.`,
    path: screens.terms,
    preview: {
      picture: '/preview-terms.jpg',
      alt: 'Four friends on a zebra crossing, the light green',
      drawing: {
        sky: 'morning',
        styles: [
          'web/previews/preview.css',
          'web/previews/terms.css',
          'web/screens/home/friend.css',
        ],
        body: <TermsPreview />,
      },
    },
    styles: legalStyles,
    body: <TermsPage footer={<Footer />} />,
  },
  sponti: {
    title: `Sponti · ${brand.product}`,
    description: `Exclusive local deals and real-time pop-up events, coming soon to ${brand.product}.`,
    path: screens.sponti,
    preview: {
      picture: '/preview-sponti.jpg',
      alt: 'The word Sponti in a bay at noon, its “o” a pin that points at the streets of a town',
      drawing: {
        sky: 'noon',
        styles: [...spontiStyles, 'web/previews/preview.css', 'web/previews/sponti.css'],
        body: <SpontiPreview />,
      },
    },
    styles: spontiStyles,
    body: <SpontiPage />,
  },
  popups: {
    title: `Pop-up Events · ${brand.product}`,
    description: `Live music, food, art and surprises near you, coming soon to ${brand.product}.`,
    path: screens.popups,
    preview: {
      picture: '/preview-popups.jpg',
      alt: 'Pop-up Events painted on a brick wall, beside flyers for music, food, art and a rooftop',
      drawing: {
        sky: 'sundown',
        styles: [...popupsStyles, 'web/previews/preview.css', 'web/previews/popups.css'],
        body: <PopupsPreview />,
      },
    },
    styles: popupsStyles,
    body: <PopupsPage />,
  },
  ...invitePages,
  analytics: {
    title: `${dashboardTexts.title} · ${brand.product}`,
    description: `For those who run ${brand.product}.`,
    ground: {
      style: 'web/screens/analytics/ground.css',
      themeColor: { light: '#ffffff', dark: '#0f0d0c' },
    },
    styles: analyticsStyles,
    body: <AnalyticsPage screen={analyticsScreen.html} />,
    scripts: [{ source: 'web/screens/analytics/hydrate.tsx' }],
  },
  'not-found': {
    title: NOT_FOUND_TEXT,
    description: NOT_FOUND_TEXT,
    sky: 'midnight',
    paintedWhole: true,
    styles: ['web/screens/not-found/not-found.css'],
    body: <NotFoundPage />,
  },
} satisfies Record<
  keyof typeof screens | keyof typeof invitePages | 'analytics' | 'not-found',
  Page
>;

export function renderPage(page: Page, files: BuiltFiles): string {
  return `<!doctype html>${renderToStaticMarkup(<Document page={page} files={files} />)}`;
}

export function drawInvitePicture(sky: Tokens): string {
  return renderToStaticMarkup(<InvitePicture sky={sky} />);
}

/**
 * Renders a part that the browser will hydrate on its own. React appends a script that keeps what is
 * submitted before that; it is taken out, because hydration expects the part's own elements alone.
 */
function renderIsland(part: ReactNode): { html: string; scripts: string[] } {
  const scripts: string[] = [];
  const html = renderToString(part).replace(/<script[^>]*>(.*?)<\/script>/gs, (_, script) => {
    scripts.push(script);
    return '';
  });
  return { html, scripts };
}
