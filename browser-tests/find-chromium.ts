import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { chromium, type LaunchOptions } from '@playwright/test';
import { makeFolder } from '../storage/make-folder.ts';
import { findMemoryFolder } from '../testing/memory-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = join(root, 'node_modules');
const cache = join(packages, '.cache', 'impromptu');
/** The fonts for names on pictures cover every common script; tests of names on pages use the same fonts. */
const nameFonts = join(root, 'server', 'invites', 'fonts');
const emojiFont = join(
  packages,
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);

/**
 * Finds a Chromium for the browser tests: the one that CHROMIUM_PATH names, else that of an npm package, else
 * Playwright's, else Chrome. With the npm package, version and fonts are the same on every machine.
 */
export async function findChromium(): Promise<LaunchOptions> {
  return {
    // Chromium cannot use its sandbox as root, and containers often have no other user.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    // Playwright adds this argument, because in containers /dev/shm may be too small. With the argument, Chromium puts
    // the memory that its processes share into the temporary folder, and needs a tenth more processor time.
    ignoreDefaultArgs: findMemoryFolder() ? ['--disable-dev-shm-usage'] : [],
    ...(await findProgram()),
  };
}

async function findProgram(): Promise<LaunchOptions> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { executablePath: named };
  // `@sparticuz/chromium` contains a program for this platform only.
  if (process.platform === 'linux' && process.arch === 'x64') return await unpackChromium();
  return existsSync(chromium.executablePath()) ? {} : { channel: 'chrome' };
}

/** @returns the Chromium inside `@sparticuz/chromium`, limited to the fonts of our packages and of `nameFonts` */
async function unpackChromium(): Promise<LaunchOptions> {
  const names = (await readdir(nameFonts)).filter((file) => file.endsWith('.ttf.br')).sort();
  const fonts = await Promise.all(names.map((name) => readFile(join(nameFonts, name))));
  const description = await readFile(join(packages, '@sparticuz/chromium/package.json'));
  const version = hash('sha256', Buffer.concat([description, ...fonts])).slice(0, 12);
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder, names, fonts);
  return {
    executablePath: join(folder, 'chromium'),
    // With this limit Chromium starts no process in advance for the next page, which a test may never open.
    args: ['--no-sandbox', '--headless=shell', '--renderer-process-limit=1'],
    env: {
      ...process.env,
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    },
  };
}

/**
 * Several runs may start at the same time. Each run fills a temporary folder, and the first run that is done renames
 * its folder to the final name.
 */
async function unpackInto(folder: string, names: string[], fonts: Buffer[]): Promise<void> {
  makeFolder(cache);
  const draft = await mkdtemp(`${folder}-`);
  // By default the package unpacks into the system's temporary folder, where another user could replace the program.
  // It is made for AWS Lambda: with AWS_EXECUTION_ENV it also unpacks the libraries that Lambda lacks, and changes
  // the variables of its process.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const program = "(await import('@sparticuz/chromium')).default.executablePath()";
  const words = ['--input-type=module', '--eval', program];
  await promisify(execFile)(process.execPath, words, { cwd: root, env });
  for (const [index, name] of names.entries()) {
    const font = brotliDecompressSync(fonts[index] ?? '');
    await writeFile(join(draft, 'fonts', name.replace('.br', '')), font);
  }
  await writeFile(join(draft, 'fonts.conf'), describeFonts(folder));
  await rename(draft, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error;
    await rm(draft, { recursive: true });
  });
}

/** The package's font stays the default; our fonts are used only for glyphs that it lacks. */
function describeFonts(folder: string): string {
  return `<?xml version="1.0"?>
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>${dirname(emojiFont)}</dir>
  <cachedir>${join(folder, 'fontconfig')}</cachedir>
  <match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}
