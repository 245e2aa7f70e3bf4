import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** What Playwright launches. */
export interface Chromium {
  readonly executablePath: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'impromptu');
const packages = join(root, 'node_modules');
/** The fonts of names on pictures have every common script; names on pages are tested in the same. */
const nameFonts = join(root, 'server', 'invites', 'picture', 'fonts');
const emojiFont = join(
  packages,
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);

/** The package is made for one kind of machine. */
export function canUnpackChromium(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** @returns the Chromium inside `@sparticuz/chromium`, which sees the fonts of our packages and no others */
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
    args: ['--no-sandbox', '--headless=shell'],
    env: {
      ...Object.fromEntries(inherited),
      FONTCONFIG_FILE: settings,
      LD_LIBRARY_PATH: join(browser, 'al2023', 'lib'),
    },
  };
}

/** Several runs may begin at once: each makes the folder under another name, and the first gives it its own. */
async function makeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  await make(draft);
  try {
    await rename(draft, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(draft, { recursive: true });
  }
  return folder;
}

/** The package unpacks into the folder for temporary files, where another user could have put a program. */
async function unpackBrowser(folder: string): Promise<void> {
  const { TMPDIR, AWS_EXECUTION_ENV, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;
  // It is made for servers without a desktop; the second makes it bring the libraries they lack.
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

/** Text without a font of its own stays in the package's: what else is there only fills its gaps. */
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
