import type { ReactNode } from 'react';
import type { AppPlatforms } from '../contract/availability.ts';
import type { BuiltPage, PageCase, PageName } from '../contract/page-parts.ts';
import type { Tokens } from './design/skies.ts';
import type { Scheme, Sky } from './design/sky-hour.ts';
import type { LetterTemplate } from './mail/letter-content.ts';

/** The folder in a build's output in which the build lists its files. */
export const MANIFESTS = '.vite';

/** The base stylesheet of every page without a `design`. */
export const DESIGN = 'web/design/design.css';

/** The stylesheet of every page with the footer. */
export const FOOTER_STYLE = 'web/design/footer/footer.css';
/** The stylesheet of every page with `fontsAfterPaint`. */
export const LATE_FONTS_STYLE = 'web/design/fonts/fonts-after-paint.css';
/** The stylesheet of every page with a secondary button. */
export const QUIET_BUTTON_STYLE = 'web/design/quiet-button/quiet-button.css';
/** The stylesheet of every page or preview with one of the drawn friends. */
export const FRIEND_STYLE = 'web/design/friend/friend.css';
export const LEGAL_STYLES = [
  'web/design/legal/legal-document.css',
  'web/design/legal/legal-text.css',
  'web/design/legal/legal-print.css',
  FOOTER_STYLE,
];
export const POSTER_STYLES = ['web/design/poster/poster.css', FOOTER_STYLE];
/** The stylesheet of every preview. */
export const PREVIEW_STYLE = 'web/design/previews/preview.css';

/**
 * The id of an empty element after the first screen of a page with `paintedWhole`. Rendering is blocked
 * until the parser reaches this element. The first screen itself cannot have the id, because the parser reaches its
 * start tag before its content.
 */
export const FIRST_SCREEN_END_ID = 'first-screen-end';

/** A hidden element with this id is shown while the page's script is late, and if it cannot be loaded or has failed. */
export const SCRIPT_TROUBLE_ID = 'script-trouble';
/** What to do in that case. `oldest-browsers.ts` has the exact versions. */
export const SCRIPT_ADVICE =
  'Please reload it. If your browser is older than 2023, please update it first.';
/** The page's script dispatches this event to the window when it works. */
export const READY_EVENT = 'page-ready';
/** The page's script dispatches this event to the window when it does not work any more. */
export const FAILED_EVENT = 'page-failed';

/** The picture that chats show for a link to the page. */
export interface Preview {
  /** The path of the picture. The file is in `web/public`, unless the server draws the picture. */
  picture: string;
  /** The alternative text of the picture. */
  alt: string;
  /** What `npm run pictures` draws. Without it, this is the picture of another page, or the server draws it. */
  drawing?: Pick<Page, 'sky' | 'styles' | 'body'>;
}

/** An external script of a page. */
export interface PageScript {
  /** The source file of the script. */
  source: string;
  /** If set, the script is loaded only when this media query matches, with low priority. */
  media?: string;
  /** If set, the script is not loaded while this selector matches an element of the page. */
  unless?: string;
}

/** Replaces the site's design and its sky on one page. */
export interface PageDesign {
  /** Source file of the base stylesheet; the page's `styles` follow it. */
  style: string;
  /** The theme colour, which browsers show around the page. */
  themeColor: Readonly<Record<Scheme, string>>;
}

/** What a part of a page shows in each case. */
export type Part = Readonly<Partial<Record<PageCase, ReactNode>>>;

/** A screen as the build writes it: one static document, optionally with islands that are hydrated. */
export interface Page {
  title: string;
  description: string;
  /** The screen's path; undefined for a page that search engines must not index. */
  path?: string;
  /** The address for `og:url` if the page has no `path`. */
  link?: string;
  preview?: Preview;
  /** The Smart App Banner of iOS, while the app is launched there. */
  banner?: {
    /** The path that the app gets if its user comes back to the page after the download, and taps *Open*. */
    argument: string;
    /** A script that changes the argument. */
    script?: string;
  };
  /** A schema.org object for search engines, which do not list the page of a link. */
  structuredData?: (app: AppPlatforms) => object;
  /** Source files of further stylesheets, after the base stylesheet. */
  styles?: string[];
  /** Only for a page that does not use the site's design with the city and its sky. */
  design?: PageDesign;
  /** A fixed sky, for a page that does not follow the visitor's clock. */
  sky?: Sky;
  /** Whether the fonts load after the first paint, because the first screen does not need them. */
  fontsAfterPaint?: true;
  /**
   * Whether painting waits for the whole first screen. Otherwise, on a slow connection, centred content
   * would move with each part that arrives.
   */
  paintedWhole?: true;
  /** The content of `<body>`. */
  body: ReactNode;
  /** What depends on the case. Each part fills the slot of its name in `body`, in `description` or in another part. */
  parts?: Readonly<Record<string, Part>>;
  /** What the head also needs while a store has the app. */
  inStore?: { style: string; script: string };
  /** Inline scripts that run before the first paint. */
  headScripts?: string[];
  /** Scripts that are loaded after the first paint, such as those that hydrate islands. */
  scripts?: PageScript[];
}

/** The output of the build or the dev server that a document refers to. */
export interface BuiltFiles {
  /** The text of each stylesheet, by its source file. */
  styles: Readonly<Record<string, string>>;
  /** Addresses of the fonts that the stylesheets use. */
  fonts: string[];
  /** Address of each script, by its source file. */
  scripts: Readonly<Record<string, string>>;
}

/** The exports of `prerender.tsx`, which the build and the dev server load through Vite. */
export interface Prerender {
  pages: Readonly<Record<PageName, Page>>;
  renderPage(page: Page, files: BuiltFiles): BuiltPage;
  /** @returns the SVG to which the server adds the inviter's name */
  drawInvitePicture(sky: Tokens): string;
  /** @returns the letters of the waitlist, by their kind */
  writeLetters(
    skies: Readonly<Record<'dusk' | 'night', Tokens>>,
  ): Readonly<Record<string, LetterTemplate>>;
}
