import { brand } from '../brand.ts';
import { PREVIEW_SIZE } from '../contract/link-previews.ts';
import { TRUSTED_TYPES_POLICY } from '../contract/trusted-types.ts';
import { type Scheme, SKY_WITHOUT_SCRIPT, skyScript } from './design/sky-hour.ts';
import { tonightScript } from './design/tonight.ts';
import {
  type BuiltFiles,
  DESIGN,
  FIRST_SCREEN_END_ID,
  type Page,
  type PageScript,
  type Preview,
  SCRIPT_TROUBLE_ID,
} from './page.ts';

/**
 * The HTML document that every screen is rendered into. The server replaces the slots, such as `{{publicUrl}}`, and
 * hashes every inline style and script for the Content-Security-Policy. Some slots are replaced for each request, after
 * the hashes are computed. So no style or script may contain a slot. No element may have a style attribute, because the
 * policy forbids it. Structured data may contain slots, because browsers do not run it.
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
          <meta name="theme-color" content={brand.themeColor.dark} />
        )}
        {page.path === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <link rel="canonical" href={`{{publicUrl}}${page.path}`} />
        )}
        {page.preview && <ForChats page={page} preview={page.preview} />}
        {page.structuredData && <StructuredData content={page.structuredData} />}
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
        {followsTheClock(page) && <Inline tag="script" content={`${skyScript};${tonightScript}`} />}
        {page.headScripts?.map((content) => (
          <Inline key={content} tag="script" content={content} />
        ))}
      </head>
      <body>
        {page.body}
        {page.scripts && <Inline tag="script" content={lastScript(page, page.scripts, files)} />}
      </body>
    </html>
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
      content={(page.design?.themeColor ?? brand.themeColor)[scheme]}
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

/** @throws if the build lacks the file, because the mistake would be easy to miss on the page */
function found(built: Readonly<Record<string, string>>, source: string): string {
  const result = built[source];
  if (!result) throw new Error(`Cannot render a page: nothing was built from ${source}.`);
  return result;
}

function Inline({ tag: Tag, content }: { tag: 'style' | 'script'; content: string }) {
  // The content is ours, and React would escape quotes and ">" in it.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag dangerouslySetInnerHTML={{ __html: content }} />;
}

/**
 * Joins the inline scripts at the end of the page into one, because each script adds a hash to the
 * Content-Security-Policy.
 */
function lastScript(page: Page, scripts: readonly PageScript[], files: BuiltFiles): string {
  return [...(page.bodyScripts ?? []), loadAfterFirstPaint(scripts, files)].join(';');
}

const PAINT_IS_DUE_WITHIN_MS = 500;
/** A connection that hangs raises no error event, so a timer reports that the script is late. */
const SCRIPT_TIMEOUT_MS = 15_000;

/**
 * Loads the page's scripts after the first paint, because earlier they would compete with the paint for the connection
 * and the processor. Browsers that do not report their paints load the scripts after a short delay.
 *
 * An import() would be shorter. But with 'strict-dynamic' a hashed inline script may only add script elements, and may
 * not import modules. The Trusted Types policy can be created only once and returns only these addresses, so it cannot
 * load another script.
 */
function loadAfterFirstPaint(scripts: readonly PageScript[], files: BuiltFiles): string {
  const addressed = scripts.map(({ source, ...conditions }) => ({
    address: found(files.scripts, source),
    ...conditions,
  }));
  return `(()=>{
const scripts=${JSON.stringify(addressed)}
const policy=window.trustedTypes?.createPolicy('${TRUSTED_TYPES_POLICY}',{createScriptURL:index=>scripts[index].address})
scripts.forEach(({address,media='all',unless},index)=>{
const screen=matchMedia(media)
let waits=true
const load=()=>{
document.documentElement.dataset.painted=''
if(!waits||!screen.matches||unless&&document.querySelector(unless))return
waits=false
const script=document.createElement('script')
script.type='module'
if(media!='all')script.fetchPriority='low'
else{
const tell=trouble=>document.getElementById('${SCRIPT_TROUBLE_ID}')?.toggleAttribute('hidden',!trouble)
setTimeout(()=>script.onload&&tell(true),${SCRIPT_TIMEOUT_MS})
script.onload=()=>{script.onload=null;tell(false)}
script.onerror=()=>tell(true)
}
script.src=policy?policy.createScriptURL(index):address
document.head.append(script)
}
requestAnimationFrame(()=>setTimeout(load,${PAINT_IS_DUE_WITHIN_MS}))
new PerformanceObserver(load).observe({type:'paint',buffered:true})
screen.addEventListener('change',load)
})
})()`;
}
