import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Builder, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { ServiceBuilder } from 'selenium-webdriver/chromium.js';
import { findFreePort } from '../../testing/free-port.ts';
import { BROWSER_LIMIT_MS, type BrowserKind, type Size, type Tab } from './visitor.ts';

const [DRIVER, SCREEN] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
/** No program listens here, so that no request for https leaves the machine. The site under test has http. */
const DEAD_PROXY = '127.0.0.1:9';

/** How long the driver waits before it looks again. Its default of 200 ms is longer than the window needs. */
const POLL_MS = 20;

/** Shrinks the tool bar: with the usual tool bar the window could not be narrower than 447 px. */
const FLAT_TOOL_BAR = `* {
  min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px; -gtk-icon-source: none;
}`;

/** WebKitGTK has the same engine as Safari. */
export const webkit: BrowserKind = {
  name: 'WebKit',
  absence: 'WebKit (webkit2gtk-driver and xvfb) is not installed',
  isInstalled: existsSync(DRIVER) && existsSync(SCREEN),
  async start({ reducesMotion }) {
    const home = await mkdtemp(join(tmpdir(), 'impromptu-webkit-'));
    const gtk = join(home, 'gtk-3.0');
    await mkdir(gtk);
    await writeFile(join(gtk, 'gtk.css'), FLAT_TOOL_BAR);
    const settings = `[Settings]\ngtk-enable-animations=${Number(!reducesMotion)}\n`;
    await writeFile(join(gtk, 'settings.ini'), settings);
    const options = ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'];
    const screen = spawn(SCREEN, options, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    const said = text(screen.stderr ?? Readable.from([]));
    const started = once(screen.stdio[3] as Readable, 'data');
    const [display] = await Promise.race([started, once(screen, 'exit')]);
    if (!Buffer.isBuffer(display)) throw new Error(`${SCREEN} did not start: ${await said}`);
    const env = {
      ...process.env,
      // In the locale C, WebKit writes 1,000 without a comma.
      LC_ALL: 'en_US.UTF-8',
      DISPLAY: `:${String(display).trim()}`,
      XDG_CONFIG_HOME: home,
      // Draws with the processor: twice as fast as with an emulated graphics card.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    };
    return {
      open: () => openTab(env),
      async close() {
        screen.kill();
        await once(screen, 'close');
        await rm(home, { recursive: true });
      },
    };
  },
};

/** Starts a driver for each tab, because a driver has one browser with one profile. */
async function openTab(env: NodeJS.ProcessEnv): Promise<Tab> {
  // Not only for Chromium: the builder passes the port to the driver as `--port`.
  const service = new ServiceBuilder(DRIVER)
    .setPort(await findFreePort())
    .setEnvironment(env as Record<string, string>)
    .build();
  const driver = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(await service.start(BROWSER_LIMIT_MS))
    .withCapabilities({
      browserName: 'MiniBrowser',
      timeouts: { script: BROWSER_LIMIT_MS },
      // Without `noProxy`: WebKitGTK 2.50 reads past the end of that list, and often crashes at its start.
      proxy: { proxyType: 'manual', sslProxy: DEAD_PROXY },
    })
    .build();
  return {
    complaints: [],
    go: (address) => driver.get(address),
    evaluate: (run, ...parameters) => driver.executeScript(run, ...parameters),
    type: (text) => driver.actions().sendKeys(text).perform(),
    key: (key) =>
      driver
        .actions()
        .sendKeys(Key[key === 'Tab' ? 'TAB' : 'ENTER'])
        .perform(),
    click: (x, y) =>
      driver.actions().move({ x, y, duration: 0, origin: Origin.VIEWPORT }).click().perform(),
    resize: resizer(driver),
    async photograph() {
      await driver.executeScript(nextFrames);
      return Buffer.from(await driver.takeScreenshot(), 'base64');
    },
    async close() {
      await driver.quit();
      await service.kill();
    },
  };
}

function resizer(driver: WebDriver): Tab['resize'] {
  // Of the tool bar, which is part of the window. It is known after the first size.
  let barHeight = 0;
  return async ({ width, height }) => {
    const isReached = async () => {
      await driver
        .manage()
        .window()
        .setRect({ width, height: height + barHeight });
      await driver.executeScript(nextFrames);
      const page = await driver.executeScript<Size>(() => ({
        width: innerWidth,
        height: innerHeight,
      }));
      barHeight += height - page.height;
      return page.width === width && page.height === height;
    };
    await driver.wait(isReached, BROWSER_LIMIT_MS, undefined, POLL_MS);
  };
}

/** Waits until the page is painted again. Before that, a picture may show the old size or the old scroll position. */
function nextFrames(): Promise<void> {
  return new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))),
  );
}
