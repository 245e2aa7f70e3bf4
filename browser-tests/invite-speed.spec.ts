import { expect } from '@playwright/test';
import {
  DESKTOP_AGENT,
  expectCounts,
  inviteOf,
  newInviter,
  PROFILE,
  watchRequests,
} from './invites.ts';
import { test } from './site.ts';
import { hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT, viewport: { width: 360, height: 740 } });

const PAGE_SCRIPT = '**/assets/invite-*';

test('the calls for profile and view run in parallel, before the page’s script has loaded', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const arrive = await hold(page, PAGE_SCRIPT);
  const answer = await hold(page, PROFILE);
  const asked = page.waitForRequest(PROFILE);
  await page.goto(link, { waitUntil: 'commit' });
  await asked;
  await expectCounts(site, id, { views: 1, downloads: 0 });
  answer();
  arrive();
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
});

for (const [name, property, event, values] of [
  ['a hidden tab', 'visibilityState', 'visibilitychange', ['hidden', 'visible']],
  ['a page that the browser prerenders', 'prerendering', 'prerenderingchange', [true, false]],
] as const) {
  test(`${name} makes no call until it is seen, and then makes each call once`, async ({
    page,
    site,
  }) => {
    const { link, id } = await newInviter(site);
    const sent = watchRequests(page);
    await page.addInitScript(
      ({ property, value }) => {
        Object.assign(window, { value });
        Object.defineProperty(document, property, { get: () => Reflect.get(window, 'value') });
      },
      { property, value: values[0] },
    );
    await page.goto(link, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(sent()).toMatchObject({ profiles: 0, events: [] });
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    for (const value of [values[1], values[0], values[1]]) {
      await page.evaluate(
        ({ event, value }) => {
          Object.assign(window, { value });
          for (const type of [event, 'visibilitychange']) document.dispatchEvent(new Event(type));
        },
        { event, value },
      );
    }
    await expect(inviteOf(page).heading('Mia')).toBeVisible();
    await expectCounts(site, id, { views: 1, downloads: 0 });
    expect(sent()).toMatchObject({ profiles: 1, events: [{ action: 'page_view' }] });
  });
}
