import { expect, type Page } from '@playwright/test';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { test } from './site.ts';
import { beginIntercepting } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT });

const OWN = '/icon-192.png';
const SECURE = 'https://pictures.example/mia.svg';
const drawing = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9H0z"/></svg>',
};

/** CSS makes the initial a capital; the text keeps the case of the name. */
async function expectInitial(page: Page, letter: string): Promise<void> {
  await expect(inviteOf(page).get).toBeVisible();
  const initial = inviteOf(page).portrait.locator('.initial');
  await expect(initial).toBeVisible();
  expect(await initial.textContent()).toBe(letter);
  await expect(initial).toHaveCSS('text-transform', 'uppercase');
}

test('a picture of another site or of ours is loaded without a referrer, and hides the initial, which would be seen through transparent parts', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/third party: https:\/\/pictures\.example\//);
  for (const profileImageUrl of [SECURE, OWN]) {
    const address = new URL(profileImageUrl, site.url).href;
    await page.route(address, (route) => route.fulfill(drawing));
    const asked = page.waitForRequest(address);
    await page.goto((await newInviter(site, { profileImageUrl })).link);
    const headers = await (await asked).allHeaders();
    expect(headers['referer'] || headers['cookie'] || 'nothing').toBe('nothing');
    await expect.poll(() => widthOfPicture(page)).toBeGreaterThan(0);
    await expect(page.locator('.portrait img')).toHaveAttribute('decoding', 'async');
    await expect(page.locator('.initial')).toBeHidden();
  }
});

// `portrait.test.ts` tests further addresses, and `contract/inviters.test.ts` further initials.
test('the initial, or "?" without a name, is shown if the picture is missing, is no picture, or has an insecure address, which is never requested', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  await beginIntercepting(page);
  const { link } = await newInviter(site, { profileImageUrl: OWN });
  for (const answer of [
    { status: 404, body: '' },
    { status: 200, contentType: 'image/png', body: 'no picture' },
  ]) {
    await page.route(`**${OWN}`, (route) => route.fulfill(answer));
    await page.goto(link);
    await expectInitial(page, 'M');
    await expect(page.locator('.portrait img')).toHaveCount(0);
  }
  const profileImageUrl = 'http://pictures.example/mia.png';
  const json = { profileImageUrl, username: '' };
  await page.route(PROFILE, (route) => route.fulfill({ json }));
  await page.goto(link, { waitUntil: 'networkidle' });
  await expectInitial(page, '?');
  await expect(inviteOf(page).heading('A friend')).toBeVisible();
  await expect(page.locator('.portrait img')).toHaveCount(0);
});

function widthOfPicture(page: Page): Promise<number> {
  return page
    .locator('.portrait img')
    .evaluate((picture: HTMLImageElement) => (picture.complete ? picture.naturalWidth : 0));
}
