import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  inviteLink,
  inviteQuery,
  listedScreens,
} from '../contract/screens.ts';
import { newInviter } from './invites.ts';
import { expectNoShift, fontsOf, watchShifts } from './layout-shifts.ts';
import { test as base, MISSING_PAGE, type Site } from './site.ts';

const PIECE_BYTES = 1_500;
const PAUSE_MS = 20;

/** Added to the headings' letter spacing of -0.025em. It widens a heading by more than any fallback font does. */
const WIDER = '0.02em';

/** The address of a proxy that delivers each page of the site in pieces, with a pause after each piece. */
const test = base.extend<{ slowSite: string }>({
  slowSite: async ({ site }, use) => {
    const server = createServer((asked, response) => {
      const { method, headers } = asked;
      const onward = request(
        new URL(asked.url ?? '/', site.url),
        { method, headers: { ...headers, 'accept-encoding': 'identity' } },
        async (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          if (!answer.headers['content-type']?.startsWith('text/html')) {
            answer.pipe(response);
            return;
          }
          const page = await buffer(answer);
          for (let start = 0; start < page.length; start += PIECE_BYTES) {
            response.write(page.subarray(start, start + PIECE_BYTES));
            await pause(PAUSE_MS);
          }
          response.end();
        },
      );
      // Without a listener, a connection that the site closes would end the worker.
      onward.on('error', () => response.destroy());
      asked.pipe(onward);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

test.use({ reducedMotion: 'no-preference' });

const { terms: _, ...others } = listedScreens;
const addresses = {
  // Without the terms, which have the layout of the privacy policy.
  ...others,
  'a friend’s invite': async (site: Site) => (await newInviter(site)).link,
  'an invite of an unknown inviter': inviteLink('nobody'),
  'an invite to an event': `${INVITE_PATH}?${inviteQuery.plan}=p`,
  'an invite without an inviter': INVITE_PATH,
  analytics: ANALYTICS_PATH,
  'the 404 page': MISSING_PAGE,
};

for (const [name, address] of Object.entries(addresses)) {
  test(`no content moves while the page arrives in pieces: ${name}`, async ({
    page,
    site,
    slowSite,
    watch,
  }) => {
    watch.allowComplaint(/status of 404|third party/);
    await watchShifts(page);
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: width === 320 ? 'light' : 'dark' });
      await page.goto(slowSite + (typeof address === 'string' ? address : await address(site)));
      await page.waitForLoadState('networkidle');
      await expectNoShift(page, `at ${width} px`);
    }
    if (!name.includes('invite')) return;
    await test.step('the headings have room for a wider fallback font', async () => {
      await fontsOf(page);
      for (const width of [320, 360, 430, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await findTightHeadings(page), `at ${width} px`).toEqual([]);
      }
    });
  });
}

/** Finds headings whose height changes when their letters are a little wider. */
function findTightHeadings(page: Page): Promise<(string | null)[]> {
  return page.locator('h1, h2').evaluateAll((headings, wider) => {
    return headings.flatMap((heading) => {
      const { offsetHeight, style } = heading as HTMLElement;
      style.letterSpacing = `calc(${wider} - 0.025em)`;
      const isTight = (heading as HTMLElement).offsetHeight !== offsetHeight;
      style.letterSpacing = '';
      return isTight ? [heading.textContent] : [];
    });
  }, WIDER);
}
