import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

export interface Chromium {
  readonly executablePath: string;
  readonly args: string[];
}

/** Chromium refuses its sandbox to root, and in containers there is often no other user. */
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium that the browser tests drive: the one named by CHROMIUM_PATH, the system's,
 * Playwright's own, or the one inside an npm package, which needs no download of its own.
 */
export async function findChromium(): Promise<Chromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) {
    if (!isExecutable(named)) {
      throw new Error(`Cannot run Chromium: CHROMIUM_PATH is '${named}', which is no program.`);
    }
    return { executablePath: named, args };
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const system = folders.flatMap((folder) => systemNames.map((name) => join(folder, name)));
  const own = chromium.executablePath();
  const found = [...system, macChrome, own].find(isExecutable);
  if (found) return { executablePath: found, args };
  if (process.platform === 'linux') return await unpackChromium();
  throw new Error('Cannot find Chromium: install Chrome, or name a Chromium in CHROMIUM_PATH.');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** It is made for servers without a desktop; the variable makes it bring the libraries they lack. */
async function unpackChromium(): Promise<Chromium> {
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  return { executablePath, args: ['--no-sandbox', '--headless=shell'] };
}
