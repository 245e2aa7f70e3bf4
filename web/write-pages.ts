import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Manifest, minifySync } from 'vite';
import type { BuiltPage } from '../contract/page-parts.ts';
import { readSkies } from './design/skies.ts';
import { type BuiltFiles, MANIFESTS, type Prerender } from './page.ts';
import { textFiles } from './text-files.ts';

/** Writes what the server reads, `dist/{pages,texts,assets,public}` and JSON files, from Vite's output. */
export async function writePages(root: string): Promise<void> {
  const dist = join(root, 'dist');
  const files = await readBuiltFiles(dist);
  await mkdir(join(dist, 'pages'));
  const prerender: Prerender = await import(
    pathToFileURL(join(dist, '.prerender/prerender.js')).href
  );
  const parts: Record<string, BuiltPage['parts']> = {};
  for (const [name, page] of Object.entries(prerender.pages)) {
    const built = prerender.renderPage(page, files);
    await writeFile(join(dist, 'pages', `${name}.html`), minifyScripts(built.html));
    parts[name] = built.parts;
  }
  const minified = (_key: string, value: unknown) =>
    typeof value === 'string' ? minifyScripts(value) : value;
  await writeFile(join(dist, 'page-parts.json'), JSON.stringify(parts, minified));
  await writeOthers(dist, prerender);
  await mkdir(join(dist, 'texts'));
  for (const [name, text] of Object.entries(textFiles)) {
    await writeFile(join(dist, 'texts', name), text);
  }
  await cp(join(root, 'web/public'), join(dist, 'public'), { recursive: true });
  await rm(join(dist, '.prerender'), { recursive: true });
  await rm(join(dist, '.vite'), { recursive: true });
  await compressAssets(join(dist, 'assets'));
}

/** Minifies only scripts without attributes, which are our code. Structured data has a `type`, and is not changed. */
function minifyScripts(html: string): string {
  return html.replaceAll(/(?<=<script>).*?(?=<\/script>)/gs, (script) => {
    const { code, errors } = minifySync('inline.js', script);
    if (errors.length > 0) throw new Error(`Cannot minify a script: ${errors[0]?.message}.`);
    return code;
  });
}

/** Writes the letters and the picture of invites. The picture shows the sky of dusk. */
async function writeOthers(dist: string, prerender: Prerender): Promise<void> {
  const skies = readSkies();
  const [dusk, night] = [skies.get('dusk'), skies.get('nightfall')];
  if (!dusk || !night)
    throw new Error(
      'Cannot draw: no stylesheet has the colours of dusk, or none has those of nightfall.',
    );
  const picture = prerender.drawInvitePicture(dusk);
  await writeFile(join(dist, 'invite-picture.json'), JSON.stringify(picture));
  await writeFile(join(dist, 'mail.json'), JSON.stringify(prerender.writeLetters({ dusk, night })));
}

/** Reads the built stylesheets and deletes their files, because every page inlines its styles. */
async function readBuiltFiles(dist: string): Promise<BuiltFiles> {
  const manifest: Manifest = {};
  for (const name of await readdir(join(dist, MANIFESTS))) {
    Object.assign(manifest, JSON.parse(await readFile(join(dist, MANIFESTS, name), 'utf8')));
  }
  const styles: Record<string, string> = {};
  const scripts: Record<string, string> = {};
  const fonts: string[] = [];
  for (const [source, { file, isEntry }] of Object.entries(manifest)) {
    if (source.endsWith('.css')) {
      styles[source] = await readFile(join(dist, file), 'utf8');
      await rm(join(dist, file));
    } else if (source.endsWith('.woff2')) {
      fonts.push(`/${file}`);
    } else if (isEntry) {
      scripts[source] = `/${file}`;
    }
  }
  return { styles, fonts, scripts };
}

async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    // WOFF2 is already compressed.
    if (name.endsWith('.woff2')) continue;
    const path = join(folder, name);
    const content = await readFile(path);
    const brotli = await promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    await writeFile(`${path}.br`, brotli);
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
}
