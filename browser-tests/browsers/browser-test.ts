import { expect } from '@playwright/test';
import { test as base } from '../analytics-site.ts';
import { firefox } from './firefox.ts';
import { BROWSER_LIMIT_MS, type BrowserKind, type Visitor, visitorOf } from './visitor.ts';
import { webkit } from './webkit.ts';

const browsers: readonly BrowserKind[] = [firefox, webkit];

/**
 * Tests in the browser `browserOfTest`, against the real program with the inviters of `./site seed`, unless a test
 * has another `site`. A worker starts a browser once for each combination of its settings. Each test gets a tab with an
 * empty profile.
 */
export const test = base.extend<{
  browserOfTest: BrowserKind;
  reducesMotion: boolean;
  refusesCookies: boolean;
  visitor: Visitor;
}>({
  browserOfTest: [firefox, { option: true }],
  reducesMotion: [false, { option: true }],
  refusesCookies: [false, { option: true }],

  visitor: [
    async ({ browserOfTest: kind, reducesMotion, refusesCookies, site, share }, use) => {
      const settings = { reducesMotion, refusesCookies };
      const browser = await share(`${kind.name} ${JSON.stringify(settings)}`, async () => {
        const server = await kind.start(settings);
        return { server, stop: () => server.close() };
      });
      const tab = await browser.open();
      await use(visitorOf(tab, site.url));
      await tab.close();
      expect(tab.complaints, 'messages of the browser').toEqual([]);
    },
    // A separate limit, so that starting the browser does not use up the time of the worker's first test.
    { timeout: BROWSER_LIMIT_MS },
  ],

  // Replaces the base fixture, which watches Playwright's Chromium: these tests do not start that browser.
  watch: async ({ visitor }, use) => {
    await use({ messages: visitor.complaints, allowComplaint: () => {} });
  },
});

/** Declares tests for each browser. A browser that is not installed skips them. */
export function inEachBrowser(tests: (kind: BrowserKind) => void): void {
  for (const kind of browsers) {
    test.describe(kind.name, () => {
      test.describe.configure({ mode: 'default' });
      // biome-ignore lint/suspicious/noSkippedTests: `say-missing-browsers.ts` reports them
      test.skip(!kind.isInstalled, kind.absence);
      test.use({ browserOfTest: kind });
      tests(kind);
    });
  }
}

/** Waits until the page, or the part of it that a selector finds, shows a text. */
export async function expectText(visitor: Visitor, text: string, selector?: string): Promise<void> {
  // While the page is being replaced, reading fails; the next poll reads again.
  await expect.poll(() => visitor.read(selector).catch(String)).toContain(text);
}
