import { expect } from '@playwright/test';
import { listedScreens, NOT_FOUND_TEXT } from '../contract/screens.ts';
import { BACK_TO_HOME } from '../web/design/link-texts.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';

for (const path of [MISSING_PAGE, '/privacy/nobody', '/index.html']) {
  test(`${path} has the status 404, the text of the 404 page and a link to the home page`, async ({
    page,
    watch,
  }) => {
    watch.allowComplaint(/status of 404/);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    const text = `${NOT_FOUND_TEXT} ${BACK_TO_HOME}`;
    await expect(page.locator('body')).toHaveText(text, { useInnerText: true });
    await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND_TEXT })).toBeVisible();
    expect(scripts).toEqual([]);
  });
}

test('the link to the home page works by mouse and by keyboard', async ({ page, watch }) => {
  watch.allowComplaint(/status of 404/);
  await page.goto(MISSING_PAGE);
  const home = page.getByRole('link', { name: BACK_TO_HOME, exact: true });
  await page.keyboard.press('Tab');
  await expect(home).toBeFocused();
  await expect(home).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(listedScreens.home);
  await page.goBack();
  await home.click();
  await expect(page).toHaveURL(listedScreens.home);
});
