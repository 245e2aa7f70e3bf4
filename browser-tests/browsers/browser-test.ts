import { expect } from '@playwright/test';
import { test as base } from '../analytics-site.ts';
import { firefox } from './firefox.ts';
import { type Gate, openGate } from './gate.ts';
import type { BrowserKind } from './tab.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { webkit } from './webkit.ts';

export const browsers: readonly BrowserKind[] = [firefox, webkit];

/**
 * Tests in the browser `browserOfTest`, against the real program with the inviters of `./site seed`, unless a test
 * has another `site`. A worker calls `start` of a browser once for each site and value of `reducesMotion`. Each test
 * gets a tab with an empty profile.
 */
export const test = base.extend<{
  browserOfTest: BrowserKind;
  reducesMotion: boolean;
  gate: Gate;
  visitor: Visitor;
}>({
  browserOfTest: [firefox, { option: true }],
  reducesMotion: [false, { option: true }],

  gate: async ({ site, share }, use) => {
    const gate = await share(`gate of ${site.url}`, async () => {
      const server = await openGate(site.url);
      return { server, stop: () => server.close() };
    });
    gate.reset();
    await use(gate);
  },

  visitor: [
    async ({ browserOfTest: kind, reducesMotion, gate, share }, use) => {
      const settings = { reducesMotion, proxyPort: gate.port };
      const browser = await share(`${kind.name} ${JSON.stringify(settings)}`, async () => {
        const server = await kind.start(settings);
        return { server, stop: () => server.close() };
      });
      const tab = await browser.open();
      await use(visitorOf(tab, `http://127.0.0.1:${gate.port}`));
      await tab.close();
      expect(tab.complaints, 'messages of the browser').toEqual([]);
    },
    // A separate limit, so that starting the browser does not use up the time of the worker's first test.
    { timeout: 180_000 },
  ],

  // Replaces the base fixture, which watches Playwright's Chromium: these tests do not start that browser.
  watch: async ({ visitor }, use) => {
    await use({ messages: visitor.complaints, allowComplaint: () => {} });
  },
});

/** Waits until the page, or the part of it that a selector finds, shows a text. */
export async function expectText(visitor: Visitor, text: string, selector?: string): Promise<void> {
  // While the page is being replaced, reading fails; the next poll reads again.
  await expect.poll(() => visitor.read(selector).catch(String)).toContain(text);
}
