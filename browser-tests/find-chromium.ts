import { chromium } from '@playwright/test';
import { findMemoryFolder } from '../testing/memory-folder.ts';
import { findProgram, isExecutable } from './find-program.ts';
import { type Chromium, canUnpackChromium, unpackChromium } from './packaged-chromium.ts';

/** Chromium cannot use its sandbox as root, and containers often have no other user. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Playwright adds this argument, because in containers /dev/shm may be too small. With the argument, Chromium puts the
 * memory that its processes share into the temporary folder. If /dev/shm has enough space, the argument is left out,
 * and Chromium needs a tenth less processor time.
 */
const ignoreDefaultArgs = findMemoryFolder() ? ['--disable-dev-shm-usage'] : [];

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium for the browser tests: the one that CHROMIUM_PATH names, else that of an npm package, else
 * Playwright's, else the system's. With the npm package, version and fonts are the same on every machine.
 */
export async function findChromium(): Promise<Chromium & { ignoreDefaultArgs: string[] }> {
  return { ...(await findProgramAndSettings()), ignoreDefaultArgs };
}

async function findProgramAndSettings(): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named)) {
      throw new Error(`Cannot run Chromium: CHROMIUM_PATH is '${named}', which is not a program.`);
    }
    return { executablePath: named, args };
  }
  if (canUnpackChromium()) return await unpackChromium();
  const own = [chromium.executablePath()].find(isExecutable);
  const found = own ?? findProgram(...systemNames) ?? [macChrome].find(isExecutable);
  if (found) return { executablePath: found, args };
  throw new Error('Cannot find Chromium: install Chrome, or name a Chromium in CHROMIUM_PATH.');
}
