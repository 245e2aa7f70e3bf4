import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { brand, palette } from '../brand.ts';
import { inviteLink } from '../contract/screens.ts';
import { startServer } from '../testing/server-process.ts';

const ROOT = join(import.meta.dirname, '..');
const PROGRAM = ['site', 'commands', 'server', 'storage'];
/** The name for which everything was drawn and written first. */
const FIRST = /impromptu/gi;

/** What the stage `pages` of the image copies before it builds: the build must need nothing else. */
async function sourcesOfPages(): Promise<string[]> {
  const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const [, stage = ''] = /AS pages\n([\s\S]*?)\nRUN npm run build/.exec(dockerfile) ?? [];
  const copies = [...stage.matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)];
  assert.ok(copies.length > 3);
  return copies.flatMap(([, paths = '']) => paths.split(' '));
}

test('another brand leaves no trace of the first in pages, scripts, letters, pictures and metrics', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'second-brand-'));
  t.after(() => rm(folder, { recursive: true }));
  const copy = (part: string) => cp(join(ROOT, part), join(folder, part), { recursive: true });
  for (const part of await sourcesOfPages()) await copy(part);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const postalAddress = ['1 Main Street', 'Springfield'];
  const other = { ...brand, product: 'Zyxline', tagline: 'plans that just happen', postalAddress };
  const renamed = JSON.stringify(other).replaceAll(FIRST, 'zyxline');
  await writeFile(
    join(folder, 'brand.ts'),
    `export const brand = ${renamed};\nexport const palette = ${JSON.stringify(palette)};\n`,
  );
  const build = [join(folder, 'tools/prepare.mjs'), 'build'];
  const { stdout } = await promisify(execFile)(process.execPath, build);
  assert.match(stdout, /^The logo is set from the name "Zyxline"/m);
  assert.match(stdout, /another brand\. To draw them again: npm run pictures$/m);

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
  const traces = [...texts].flatMap(([name, text]) => [...text.matchAll(FIRST)].map(() => name));
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
  for (const page of ['privacy', 'terms']) {
    assert.match(
      texts.get(`pages/${page}.html`) ?? '',
      /by post at 1 Main Street, Springfield/,
      page,
    );
  }
  assert.match(texts.get('pages/app-invite.html') ?? '', /I made a (<[^>]+>)?Zyxline/);
});
