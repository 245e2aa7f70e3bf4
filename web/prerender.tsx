import { renderToStaticMarkup } from 'react-dom/server';
import { brand } from '../brand.ts';
import type { InvitePictureParts } from '../contract/link-previews.ts';
import type { BuiltPage, PageName } from '../contract/page-parts.ts';
import type { Tokens } from './design/skies.ts';
import { Document, headParts } from './document.tsx';
import { readColours } from './mail/letter-colours.ts';
import { renderLetters } from './mail/letter-html.tsx';
import type { BuiltFiles, Page, Part } from './page.ts';
import { analytics } from './screens/analytics/page.tsx';
import { formSignUpPages } from './screens/answers/form-sign-up.tsx';
import { letterAnswerPages } from './screens/answers/letter-answers.tsx';
import { home } from './screens/home/page.tsx';
import { drawLogo, InvitePicture, inkOf } from './screens/invite/invite-picture.tsx';
import { invitePages } from './screens/invite/pages.tsx';
import { notFound } from './screens/not-found/page.tsx';
import { popups } from './screens/popups/page.tsx';
import { privacy } from './screens/privacy/page.tsx';
import { sponti } from './screens/sponti/page.tsx';
import { terms } from './screens/terms/page.tsx';
import { waitlist } from './screens/waitlist/page.tsx';

/** Every page of the site. */
export const pages = {
  home,
  privacy,
  terms,
  sponti,
  popups,
  analytics,
  ...invitePages,
  ...formSignUpPages,
  ...letterAnswerPages,
  waitlist,
  'not-found': notFound,
} satisfies Record<PageName, Page>;

/** The end of an empty shape in a drawing. React writes an end tag; in SVG the shorter `/>` is enough. */
const EMPTY_SHAPE = /><\/(?:circle|path|rect|use)>/g;

/**
 * Between these comments Cloudflare does not replace email addresses by links that need its script, which the policy
 * forbids. They are around the whole body, because the server also fills in addresses and names. React has no comments.
 */
const EMAIL_OFF = '<!--email_off-->';
const EMAIL_ON = '<!--/email_off-->';

const PRODUCT_NAME = new RegExp(`(?<!\\p{L})${RegExp.escape(brand.product)}(?!\\p{L})`, 'gu');

export function renderPage(page: Page, files: BuiltFiles): BuiltPage {
  const html = renderToStaticMarkup(<Document page={page} files={files} />)
    .replace('</head><body>', `$&${EMAIL_OFF}`)
    .replace('</body></html>', `${EMAIL_ON}$&`);
  const [head = '', body = ''] = html.split('<body>');
  return {
    html: `<!doctype html>${head}<body>${finish(body)}`,
    parts: {
      ...renderParts(headParts(page, files), (part) => part),
      ...renderParts(page.parts ?? {}, finish),
    },
  };
}

function renderParts(
  parts: Readonly<Record<string, Part>>,
  finished: (html: string) => string,
): BuiltPage['parts'] {
  const render = (part: Part) =>
    Object.entries(part).map(([one, node]) => [one, finished(renderToStaticMarkup(node))]);
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, Object.fromEntries(render(part))]),
  );
}

function finish(body: string): string {
  return keepName(body).replaceAll(EMPTY_SHAPE, '/>');
}

/** A translation of the page must keep the product's name, although it is also a word. */
function keepName(body: string): string {
  return body.replaceAll(/(?<!<text[^>]*)>[^<]+</g, (text) =>
    text.replaceAll(PRODUCT_NAME, '<span translate="no">$&</span>'),
  );
}

export function drawInvitePicture(sky: Tokens): InvitePictureParts {
  return {
    scene: renderToStaticMarkup(<InvitePicture sky={sky} />),
    logo: drawLogo(sky),
    ...inkOf(sky),
  };
}

/** The letters show the city at dusk, and at night to readers in dark mode. */
export function writeLetters({ dusk, night }: { dusk: Tokens; night: Tokens }) {
  return renderLetters({ light: readColours(dusk), dark: readColours(night) });
}
