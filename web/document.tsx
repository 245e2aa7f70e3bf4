import { brand } from '../brand.ts';
import { isInStore } from '../contract/availability.ts';
import { PREVIEW_SIZE } from '../contract/link-previews.ts';
import { inEachState } from '../contract/page-parts.ts';
import { type Scheme, SKY_WITHOUT_SCRIPT, skyScript } from './design/sky-hour.ts';
import { themeColours } from './design/theme-colours.ts';
import { tonightScript } from './design/tonight.ts';
import { found, loadAfterFirstPaint } from './load-scripts.ts';
import {
  type BuiltFiles,
  DESIGN,
  FIRST_SCREEN_END_ID,
  type Page,
  type Part,
  type Preview,
} from './page.ts';

/**
 * The HTML document that every screen is rendered into. The server replaces the slots, such as `{{publicUrl}}`, and
 * hashes every inline style and script for the Content-Security-Policy. Some slots are replaced for each request, after
 * the hashes are computed. So no style or script may contain a slot. No element may have a style attribute, because the
 * policy forbids it. Structured data may contain slots, because browsers do not run it. `headParts` has the parts of the
 * head that depend on the case.
 */
export function Document({ page, files }: { page: Page; files: BuiltFiles }) {
  return (
    <html lang="en" data-sky={page.design ? undefined : (page.sky ?? SKY_WITHOUT_SCRIPT)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.sky === undefined ? (
          <>
            <ThemeColor scheme="light" page={page} />
            <ThemeColor scheme="dark" page={page} />
          </>
        ) : (
          <meta name="theme-color" content={themeColours.dark} />
        )}
        {page.path === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={`{{publicUrl}}${page.path}`} />
        )}
        {page.banner && '{{banner}}'}
        {page.preview && <ForChats page={page} preview={page.preview} />}
        {page.structuredData && '{{structuredData}}'}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {!page.fontsAfterPaint &&
          !page.design &&
          files.fonts.map((font) => (
            <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
          ))}
        {page.paintedWhole && (
          <link rel="expect" href={`#${FIRST_SCREEN_END_ID}`} {...{ blocking: 'render' }} />
        )}
        <Inline tag="style" content={collectStyles(page, files)} />
        {page.inStore && '{{inStore}}'}
        {followsTheClock(page) && <Inline tag="script" content={`${skyScript};${tonightScript}`} />}
        {page.headScripts?.map((content) => (
          <Inline key={content} tag="script" content={content} />
        ))}
      </head>
      <body>
        {page.body}
        {page.scripts && <Inline tag="script" content={loadAfterFirstPaint(page.scripts, files)} />}
      </body>
    </html>
  );
}

export function headParts(
  { banner, structuredData, inStore }: Page,
  { styles }: BuiltFiles,
): Readonly<Record<string, Part>> {
  return {
    ...(banner && {
      banner: inEachState(({ ios }) => ios === 'launched' && <Banner {...banner} />),
    }),
    ...(structuredData && {
      structuredData: {
        link: null,
        ...inEachState((app) => <StructuredData content={structuredData(app)} />),
      },
    }),
    ...(inStore && {
      inStore: inEachState(
        ({ ios, android }) =>
          (isInStore(ios) || isInStore(android)) && (
            <>
              <Inline tag="style" content={found(styles, inStore.style)} />
              <Inline tag="script" content={inStore.script} />
            </>
          ),
      ),
    }),
  };
}

function Banner({ argument, script }: NonNullable<Page['banner']>) {
  const content = `app-id={{appStoreId}}, app-argument={{publicUrl}}${argument}`;
  return (
    <>
      <meta name="apple-itunes-app" content={content} />
      {script && <Inline tag="script" content={script} />}
    </>
  );
}

function followsTheClock({ sky, design }: Page): boolean {
  return sky === undefined && design === undefined;
}

/** The colour that browsers show around the page. */
function ThemeColor({ scheme, page }: { scheme: Scheme; page: Page }) {
  return (
    <meta
      name="theme-color"
      media={`(prefers-color-scheme: ${scheme})`}
      content={(page.design?.themeColor ?? themeColours)[scheme]}
    />
  );
}

/** The tags that chats read. X falls back to Open Graph where a `twitter:` tag is missing. */
function ForChats({ page, preview }: { page: Page; preview: Preview }) {
  const address = page.path ?? page.link;
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.product} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      {address && <meta property="og:url" content={`{{publicUrl}}${address}`} />}
      <meta property="og:image" content={`{{publicUrl}}${preview.picture}`} />
      <meta property="og:image:width" content={String(PREVIEW_SIZE.width)} />
      <meta property="og:image:height" content={String(PREVIEW_SIZE.height)} />
      <meta property="og:image:alt" content={preview.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image:alt" content={preview.alt} />
    </>
  );
}

function StructuredData({ content }: { content: object }) {
  // A "<" could end the script element, so it is written as a JSON escape.
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape its quotes
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function collectStyles(page: Page, files: BuiltFiles): string {
  const base = page.design?.style ?? DESIGN;
  return [base, ...(page.styles ?? [])].map((source) => found(files.styles, source)).join('');
}

function Inline({ tag: Tag, content }: { tag: 'style' | 'script'; content: string }) {
  // The content is ours, and React would escape quotes and ">" in it.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag dangerouslySetInnerHTML={{ __html: content }} />;
}
