import { brand } from '../brand.ts';
import { TRUSTED_TYPES_POLICY } from '../contract/trusted-types.ts';
import { SKY_WITHOUT_SCRIPT, skyScript } from './design/sky-hour.ts';
import { type BuiltFiles, DESIGN, type Page, SCRIPT_TROUBLE_ID } from './page.ts';

/**
 * The HTML document that every screen is rendered into. The server replaces `{{publicUrl}}` when it
 * starts, and hashes every inline style and script for the Content-Security-Policy: so neither may
 * hold a slot, and no element may have a style attribute.
 */
export function Document({ page, files }: { page: Page; files: BuiltFiles }) {
  return (
    <html lang="en" data-sky={page.sky ?? SKY_WITHOUT_SCRIPT}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: light)"
          content={brand.themeColor.light}
        />
        <meta
          name="theme-color"
          media="(prefers-color-scheme: dark)"
          content={brand.themeColor.dark}
        />
        {page.path === undefined ? (
          <meta name="robots" content="noindex" />
        ) : (
          <Preview page={page} path={page.path} />
        )}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {files.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <Inline tag="style" content={collectStyles(page, files)} />
        {page.sky === undefined && <Inline tag="script" content={skyScript} />}
      </head>
      <body>
        {page.body}
        {page.bodyScripts?.map((content) => (
          <Inline key={content} tag="script" content={content} />
        ))}
        {page.entry && <Inline tag="script" content={loadAfterFirstPaint(page.entry, files)} />}
      </body>
    </html>
  );
}

/** What search engines and link previews read. */
function Preview({ page, path }: { page: Page; path: string }) {
  const address = `{{publicUrl}}${path}`;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.product} />
      <meta property="og:title" content={page.title} />
      <meta property="og:description" content={page.description} />
      <meta property="og:url" content={address} />
    </>
  );
}

function collectStyles(page: Page, files: BuiltFiles): string {
  return [DESIGN, ...(page.styles ?? [])].map((source) => found(files.styles, source)).join('');
}

/** A page whose script or style got lost in the build would look nearly right. */
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
 * React would compete with the first paint for the connection and the processor; so it starts later.
 * An import() would be shorter, but the policy trusts by hash, and that trust passes on to a script
 * element that an inline script makes, never to what it imports. The policy for Trusted Types can be
 * made once and returns this one address.
 */
function loadAfterFirstPaint(entry: string, files: BuiltFiles): string {
  return `(()=>{
const address=${JSON.stringify(found(files.scripts, entry))}
const policy=window.trustedTypes?.createPolicy('${TRUSTED_TYPES_POLICY}',{createScriptURL:()=>address})
requestAnimationFrame(()=>setTimeout(()=>{
const script=document.createElement('script')
script.type='module'
script.src=policy?policy.createScriptURL(''):address
script.onerror=()=>{document.getElementById('${SCRIPT_TROUBLE_ID}')?.removeAttribute('hidden')}
document.head.append(script)
}))
})()`;
}
