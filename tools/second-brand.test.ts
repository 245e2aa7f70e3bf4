import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brand } from '../brand.ts';
import { inviteLink } from '../contract/screens.ts';
import { startServer } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = ['site', 'commands', 'server', 'storage'];
/** The name for which everything was drawn and written first. */
const FIRST = /impromptu/gi;
/** The first brand's buttons, and its sky at six o'clock. */
const FIRST_COLOURS = /#(?:fc8731|ec8dab)\b/gi;
const SKIES = 'web/design/sky.css';
/** In the stylesheets, and in their place. */
const colours = [
  ['web/design/tokens.css', 'oklch(0.74 0.17 52)', '#ee8a76'],
  [SKIES, 'oklch(0.75 0.12 0)', '#e9a08f'],
] as const;

/** What the stage `pages` of the image copies before it builds: the build must need nothing else. */
async function sourcesOfPages(): Promise<string[]> {
  const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const [, stage = ''] = /AS pages\n([\s\S]*?)\nRUN npm run build/.exec(dockerfile) ?? [];
  const copies = [...stage.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)];
  assert.ok(copies.length > 3);
  return copies.flatMap(([, paths = '']) => paths.split(' '));
}

test('another brand leaves no trace of the first in pages, scripts, letters, colours and metrics, or is refused before the build', async () => {
  const folder = temporaryFolder();
  const copy = (part: string) => cp(join(ROOT, part), join(folder, part), { recursive: true });
  for (const part of await sourcesOfPages()) await copy(part);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const postalAddress = ['1 Main Street', 'Springfield'];
  const other = {
    ...brand,
    product: 'Zyxline',
    tagline: 'plans that just happen',
    about: 'تطبيق',
    postalAddress,
  };
  const renamed = JSON.stringify(other).replaceAll(FIRST, 'zyxline');
  await writeFile(join(folder, 'brand.ts'), `export const brand = ${renamed};\n`);
  const recolour = async (file: string, drawn: string, colour: string) => {
    const css = await readFile(join(folder, file), 'utf8');
    assert.ok(css.includes(drawn), `${drawn} in ${file}`);
    await writeFile(join(folder, file), css.replaceAll(drawn, colour));
  };
  const build = () =>
    promisify(execFile)(process.execPath, [join(folder, 'tools/prepare.mjs'), 'build']);
  await recolour(SKIES, 'oklch(0.22 0.07 305)', '#9a6d5f');
  await assert.rejects(build(), {
    stdout: '',
    stderr:
      /^--ink on paper at 6:00 in light mode \("sunrise"\) has a contrast of \d\.\d\d, and needs 4\.5\.$/m,
  });
  await recolour(SKIES, '#9a6d5f', '#3b130d');
  for (const [file, drawn, colour] of colours) await recolour(file, drawn, colour);
  await build();

  const texts = new Map<string, string>();
  for (const file of await readdir(join(folder, 'dist'), { recursive: true })) {
    if (!/\.(html|js|json|svg|txt|xml|webmanifest)$/.test(file)) continue;
    texts.set(file, await readFile(join(folder, 'dist', file), 'utf8'));
  }
  for (const part of PROGRAM) await copy(part);
  await using server = await startServer({ program: join(folder, 'site'), engine: 'SQLite' });
  for (const path of [
    '/',
    inviteLink('x'),
    '/metrics',
    '/api/openapi.json',
    '/.well-known/security.txt',
  ]) {
    texts.set(path, await (await fetch(server.url + path)).text());
  }
  const traces = [...texts].flatMap(([name, text]) => {
    // The pictures are those of the first brand until they are drawn again.
    const colours = name.startsWith('public/') ? [] : text.matchAll(FIRST_COLOURS);
    return [...text.matchAll(FIRST), ...colours].map(([found]) => `${found} in ${name}`);
  });
  assert.deepEqual(traces, []);
  assert.ok(texts.size > 40);
  for (const named of [
    'pages/home.html',
    'mail.json',
    'texts/site.webmanifest',
    '/api/openapi.json',
  ]) {
    assert.match(texts.get(named) ?? '', /Zyxline/, named);
  }
  // The privacy policy is among the parts, with and without letters.
  for (const file of ['page-parts.json', 'pages/terms.html'])
    assert.match(texts.get(file) ?? '', /by post at 1 Main Street, Springfield/, file);
  assert.match(texts.get('pages/home.html') ?? '', /<p dir="rtl">تطبيق\.<\/p>/);
  // The drawn logo has the title of the first brand.
  assert.match(
    texts.get('pages/home.html') ?? '',
    /<svg class="logo display"[^>]*><text [^>]*>Zyxline<\/text>/,
  );
  // The sun of a name without an "o".
  assert.match(texts.get('mail.json') ?? '', />zyxline<span class=\\"orb\\"[^>]*>\.<\/span>/);
  assert.match(texts.get('pages/app-invite.html') ?? '', /I made a (<[^>]+>)?Zyxline/);
});
