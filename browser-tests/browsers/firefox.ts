import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Browser, launch } from 'puppeteer-core';
import { BROWSER_LIMIT_MS, type BrowserKind, type Tab } from './visitor.ts';

const PROGRAM = '/usr/bin/firefox-esr';
/** No program listens on this port, so that no request leaves the machine. Firefox uses no proxy for 127.0.0.1. */
const DEAD_PORT = 9;
/** Firefox logs this for a font that was still loading when the test opened another page (NS_BINDING_ABORTED). */
const ABORTED = 'status=2152398850';

export const firefox: BrowserKind = {
  name: 'Firefox',
  absence: 'Firefox (firefox-esr) is not installed',
  isInstalled: existsSync(PROGRAM),
  async start({ reducesMotion, refusesCookies }) {
    const browser = await launch({
      browser: 'firefox',
      executablePath: PROGRAM,
      timeout: BROWSER_LIMIT_MS,
      protocolTimeout: BROWSER_LIMIT_MS,
      defaultViewport: { width: 1280, height: 720 },
      // As root, Firefox does not start if HOME belongs to another user.
      env: { ...process.env, HOME: userInfo().homedir },
      extraPrefsFirefox: {
        'network.proxy.type': 1,
        'network.proxy.http': '127.0.0.1',
        'network.proxy.http_port': DEAD_PORT,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': DEAD_PORT,
        // Scrollbars that overlay the page, as on a phone. Other scrollbars would make the page 12 px narrower.
        'ui.useOverlayScrollbars': 1,
        // Report a mouse that can hover: headless Firefox reports none.
        'ui.primaryPointerCapabilities': 6,
        'ui.allPointerCapabilities': 6,
        'ui.prefersReducedMotion': Number(reducesMotion),
        'network.cookie.cookieBehavior': refusesCookies ? 2 : 5,
        'intl.accept_languages': 'en-US',
      },
    });
    return { open: () => openTab(browser), close: () => browser.close() };
  },
};

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warn';
    if (isFault && !message.text().includes(ABORTED)) complaints.push(message.text());
  });
  return {
    complaints,
    go: (address) => page.goto(address, { waitUntil: 'domcontentloaded' }),
    evaluate: (run, ...parameters) => page.evaluate(run as never, ...parameters),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    click: (x, y) => page.mouse.click(x, y),
    resize: async (size) => {
      await page.setViewport(size).catch(ignoreOrientation);
      while ((await page.evaluate(() => innerWidth)) !== size.width);
    },
    photograph: () => page.screenshot(),
    close: () => context.close(),
  };
}

/** Puppeteer also sets the orientation of the screen, a command that Firefox 140 does not know. It does set the size. */
function ignoreOrientation(error: Error): void {
  if (!error.message.includes('unknown command emulation.setScreenOrientationOverride'))
    throw error;
}
