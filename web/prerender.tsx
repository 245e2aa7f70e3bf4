import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { brand } from '../brand.ts';
import { NOT_FOUND_TEXT, screens } from '../contract/screens.ts';
import { Document } from './document.tsx';
import type { BuiltFiles, Page } from './page.ts';
import { Footer } from './screens/footer.tsx';
import { HomePage } from './screens/home/home-page.tsx';
import { WaitlistForm } from './screens/home/waitlist-form.tsx';
import { NotFoundPage } from './screens/not-found/not-found-page.tsx';
import { PrivacyPage } from './screens/privacy/privacy-page.tsx';
import { TermsPage } from './screens/terms/terms-page.tsx';

const waitlistForm = renderIsland(<WaitlistForm />);

const footerStyle = 'web/screens/footer.css';
const homeStyles = [
  ...['home', 'scenes', 'phone', 'friend', 'dinner', 'motion'].map(
    (part) => `web/screens/home/${part}.css`,
  ),
  footerStyle,
];
const legalStyles = [
  ...['document', 'text', 'print'].map((part) => `web/screens/legal-${part}.css`),
  footerStyle,
];

/** Every page of the site; the key names its file in `dist/pages`. */
export const pages = {
  home: {
    title: `${brand.product}: ${brand.tagline}`,
    description: `${brand.product} is the app for spontaneous plans with friends. Join the waitlist.`,
    path: screens.home,
    styles: homeStyles,
    body: <HomePage waitlistForm={waitlistForm.html} />,
    bodyScripts: waitlistForm.scripts,
    entry: 'web/screens/home/hydrate.tsx',
  },
  privacy: {
    title: `Privacy Policy · ${brand.product}`,
    description: `What ${brand.product} knows about you, what it is for, and what you can decide.`,
    path: screens.privacy,
    styles: legalStyles,
    body: <PrivacyPage footer={<Footer />} />,
  },
  terms: {
    title: `Terms of Service · ${brand.product}`,
    description: `The rules for using ${brand.product}.`,
    path: screens.terms,
    styles: legalStyles,
    body: <TermsPage footer={<Footer />} />,
  },
  'not-found': {
    title: NOT_FOUND_TEXT,
    description: NOT_FOUND_TEXT,
    sky: 'midnight',
    styles: ['web/screens/not-found/not-found.css'],
    body: <NotFoundPage />,
  },
} satisfies Record<keyof typeof screens | 'not-found', Page>;

export function renderPage(page: Page, files: BuiltFiles): string {
  return `<!doctype html>${renderToStaticMarkup(<Document page={page} files={files} />)}`;
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
