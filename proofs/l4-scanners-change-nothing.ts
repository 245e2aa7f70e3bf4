import { Agent } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../browser-tests/find-chromium.ts';
import { SIGNED_UP_KEY } from '../contract/screens.ts';
import { openStorage } from '../storage/open.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { signUp } from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const ANA = 'ana@example.com';
/** How long the scanner lets the scripts of each page run. */
const SCRIPTS_MS = 1_500;

export const scannersChangeNothing: Proof = {
  id: 'L4',
  promise:
    'A program that checks mail neither confirms nor removes an address, even if it opens every link of a letter and runs every script.',
  run: () => scan({ hasSignedUp: false }),
  control: {
    without: 'a separate browser: the scanner’s local storage says that this browser has signed up',
    run: () => expectFailure(/^The scanner has confirmed/, () => scan({ hasSignedUp: true })),
  },
};

async function scan({ hasSignedUp }: { hasSignedUp: boolean }): Promise<string> {
  const mail = await startFakeMailServer();
  const server = await startServer({
    env: { SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`, MAIL_FROM: 'hello@impromptu.example' },
  });
  const browser = await chromium.launch(await findChromium());
  const agent = new Agent();
  try {
    const arrives = mail.next();
    await signUp(server.url, agent, ANA);
    const { content } = await arrives;
    // The links do not have the server's port, because the server has chosen a free one.
    const links = linksIn(content).map((link) => link.replace(/^https?:\/\/[^/]+/, server.url));
    require(links.length >= 4, `The letter has only ${links.length} links.`);
    for (const link of links) {
      for (const method of ['GET', 'HEAD']) await fetch(link, { method });
    }
    const opened = await openAll(browser, links, hasSignedUp);
    await using storage = await openStorage(server.databaseUrl, 'command');
    const position = await storage.members.position(ANA);
    require(position?.state !== 'confirmed', 'The scanner has confirmed the sign-up.');
    require(position?.state === 'asked', 'The scanner has removed the sign-up.');
    return `${links.length} links of a letter with GET and HEAD, and ${opened} pages in Chromium: the sign-up was neither confirmed nor removed`;
  } finally {
    agent.destroy();
    await browser.close();
    await server.stop();
    await mail.close();
  }
}

/** Opens the links, and each link on these pages to a page of the site. @returns how many pages were opened */
async function openAll(
  browser: Browser,
  links: readonly string[],
  hasSignedUp: boolean,
): Promise<number> {
  const context = await browser.newContext();
  if (hasSignedUp) {
    await context.addInitScript(
      ([key]) => localStorage.setItem(String(key), String(Date.now())),
      [SIGNED_UP_KEY],
    );
  }
  const waiting = new Set(links);
  const [first = ''] = links;
  for (const link of waiting) {
    const page = await context.newPage();
    await page.goto(link, { waitUntil: 'load' });
    await page.mouse.move(100, 100);
    await page.waitForTimeout(SCRIPTS_MS);
    const found = await page
      .locator('a[href]')
      .evaluateAll((anchors) => anchors.map((anchor) => String(Reflect.get(anchor, 'href'))));
    for (const href of found) if (new URL(href).origin === new URL(first).origin) waiting.add(href);
    await page.close();
  }
  return waiting.size;
}

/**
 * Reads the links of a letter as a mail program does.
 *
 * @param message the whole letter, as a mail server receives it or a file contains it
 * @returns every URL in the letter, without repeats
 */
function linksIn(message: string): string[] {
  const text = message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_code, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
  return [...new Set(text.match(/https?:\/\/[^\s"'<>]+/g) ?? [])];
}
