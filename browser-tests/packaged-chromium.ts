import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** Launch options for Playwright. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'impromptu');
const packages = join(root, 'node_modules');
/** The fonts for names on pictures cover every common script; tests of names on pages use the same fonts. */
const nameFonts = join(root, 'server', 'invites', 'fonts');
const emojiFont = join(
  packages,
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);

/** `@sparticuz/chromium` contains a program for one platform only. */
export function canUnpackChromium(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** @returns the Chromium inside `@sparticuz/chromium`, limited to the fonts of our packages and of `nameFonts` */
export async function unpackChromium(): Promise<Chromium> {
  const { version } = JSON.parse(
    await readFile(join(packages, '@sparticuz', 'chromium', 'package.json'), 'utf8'),
  );
  const browser = await makeOnce(`chromium-${version}`, unpackBrowser);
  const fonts = await makeOnce(`fonts-${await versionOfFonts()}`, unpackFonts);
  const settings = join(fonts, 'fonts.conf');
  await writeFile(settings, describeFonts([fonts, join(browser, 'fonts'), emojiFont]));
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return {
    executablePath: join(browser, 'chromium'),
    // With this limit Chromium starts no process in advance for the next page, which a test may never open.
    args: ['--no-sandbox', '--headless=shell', '--renderer-process-limit=1'],
    env: {
      ...Object.fromEntries(inherited),
      FONTCONFIG_FILE: settings,
      LD_LIBRARY_PATH: join(browser, 'al2023', 'lib'),
    },
  };
}

/**
 * Several runs may start at the same time. Each run fills a temporary folder, and the first run that is done renames
 * its folder to the final name.
 */
async function makeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    await make(draft);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** By default the package unpacks into the system's temporary folder, where another user could replace the program. */
async function unpackBrowser(folder: string): Promise<void> {
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  // The package is made for AWS Lambda. With AWS_EXECUTION_ENV it also unpacks the libraries that Lambda lacks.
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH });
  }
}

function restore(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

async function versionOfFonts(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await namesOfFonts()) hash.update(await readFile(join(nameFonts, file)));
  return hash.digest('hex').slice(0, 12);
}

async function namesOfFonts(): Promise<string[]> {
  return (await readdir(nameFonts)).filter((file) => file.endsWith('.ttf.br')).sort();
}

async function unpackFonts(folder: string): Promise<void> {
  for (const file of await namesOfFonts()) {
    const font = brotliDecompressSync(await readFile(join(nameFonts, file)));
    await writeFile(join(folder, file.replace('.br', '')), font);
  }
}

/** The package's font stays the default; our fonts are used only for glyphs that it lacks. */
function describeFonts(places: readonly string[]): string {
  return `<?xml version="1.0"?>
<fontconfig>
${places.map((place) => `  <dir>${place}</dir>`).join('\n')}
  <cachedir>${join(cache, 'fontconfig')}</cachedir>
  <match target="pattern"><edit name="family" mode="append_last"><string>Open Sans</string></edit></match>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}
