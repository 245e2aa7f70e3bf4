import type { ReactNode } from 'react';
import type { Scheme, Sky } from './design/sky-hour.ts';
import type { Tokens } from './design/sky-tokens.ts';

/** The base stylesheet of every page without a `design`. */
export const DESIGN = 'web/design/design.css';

/** For every page that ends in the street. */
export const FOOTER_STYLE = 'web/design/footer/footer.css';
/** For pages with `fontsAfterPaint`. */
export const LATE_FONTS_STYLE = 'web/design/fonts/fonts-after-paint.css';
/** For every page, or preview, with one of the friends in it. */
export const FRIEND_STYLE = 'web/design/friend/friend.css';
export const LEGAL_STYLES = [
  'web/design/legal/legal-document.css',
  'web/design/legal/legal-text.css',
  'web/design/legal/legal-print.css',
  FOOTER_STYLE,
];
export const POSTER_STYLES = ['web/design/poster/poster.css', FOOTER_STYLE];
/** For every page that a preview is drawn from. */
export const PREVIEW_STYLE = 'web/design/previews/preview.css';

/**
 * Of the empty element that follows the first screen of a page with `paintedWhole`. Browsers stop
 * waiting where an element begins, so that the first screen itself would not do.
 */
export const FIRST_SCREEN_END_ID = 'first-screen-end';

/** A hidden element with this id is shown when the page's script cannot be loaded. */
export const SCRIPT_TROUBLE_ID = 'script-trouble';

/** The picture that chats show of a page that somebody has sent; `npm run pictures` draws it anew. */
export interface Preview {
  /** Its path; `web/public` has it, unless the server draws it. */
  picture: string;
  /** What it shows, for whoever cannot see it. */
  alt: string;
  /** What it is drawn from: a page of its own that nobody visits. */
  drawing?: Pick<Page, 'sky' | 'styles' | 'body'>;
}

/** A script of a page as a file of its own. */
export interface PageScript {
  /** Its source file. */
  source: string;
  /** It is not loaded before the screen is as this media query wants it, and then in no hurry. */
  media?: string;
  /** It is not loaded while this selector finds something in the page. */
  unless?: string;
}

/** Replaces the site's design and its sky on one page. */
export interface PageDesign {
  /** Source file of the base stylesheet; the page's `styles` follow it. */
  style: string;
  /** The theme colour, which browsers show around the page. */
  themeColor: Readonly<Record<Scheme, string>>;
}

/** A screen as the build writes it: one static document, perhaps with parts that come alive. */
export interface Page {
  title: string;
  description: string;
  /** The screen's path, or undefined for a page that search engines shall not list. */
  path?: string;
  /** Where chats find the page again, of one that has no path for search engines. */
  link?: string;
  preview?: Preview;
  /** What the page tells search engines of us, as a schema.org object. */
  structuredData?: object;
  /** Source files of the styles that it needs beside the design's. */
  styles?: string[];
  /** For a page without the city and its sky. */
  design?: PageDesign;
  /** The sky of a page that does not follow the visitor's clock. */
  sky?: Sky;
  /** Whether its first screen does without the fonts, so that they need not be there with it. */
  fontsAfterPaint?: true;
  /**
   * Whether nothing is painted before all of the first screen is there: on a slow connection, what
   * stands in its middle would move with every piece that arrives.
   */
  paintedWhole?: true;
  /** What stands in `<body>`. */
  body: ReactNode;
  /** Inline scripts that run before the first paint. */
  headScripts?: string[];
  /** Inline scripts that an island needs before it is hydrated. */
  bodyScripts?: string[];
  /** What it loads once it has been painted, such as what hydrates its islands. */
  scripts?: PageScript[];
}

/** Where the build, or the dev server, has put what a document refers to. */
export interface BuiltFiles {
  /** The text of each stylesheet, by its source file. */
  styles: Readonly<Record<string, string>>;
  /** Addresses of the fonts that the stylesheets use. */
  fonts: string[];
  /** Address of each script, by its source file. */
  scripts: Readonly<Record<string, string>>;
}

/** What `prerender.tsx` offers to the build and the dev server, which load it through Vite. */
export interface Prerender {
  /** The key names the page's file in `dist/pages`. */
  pages: Readonly<Record<'not-found', Page> & Record<string, Page>>;
  renderPage(page: Page, files: BuiltFiles): string;
  /** @returns the SVG on which the server writes who invites */
  drawInvitePicture(sky: Tokens): string;
}
