import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { test } from './site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

for (const viewport of [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 1440, height: 900 },
]) {
  test(`the link "Save me a seat" focuses the field at ${viewport.width} px`, async ({ page }) => {
    const { field } = waitlistOf(page);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(listedScreens.home);
    await page.getByRole('link', { name: 'Save me a seat' }).click();
    await expect(field).toBeFocused();
    await expect(page.locator('.pill')).toBeInViewport({ ratio: 1 });
    const top = (await field.boundingBox())?.y ?? 0;
    expect(top, 'space above the field').toBeGreaterThan(viewport.height / 4);
  });
}

for (const how of ['Enter', 'a click'] as const) {
  test(`after joining by ${how} the focus is on the form, and the page does not scroll`, async ({
    page,
  }) => {
    const { field, button } = waitlistOf(page);
    await page.goto(listedScreens.home);
    await field.fill(newEmail());
    await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }));
    if (how === 'Enter') await field.press('Enter');
    else await button.click();
    await expect(button).toHaveText(joinButton.joined);
    await expect(page.locator('form')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(60);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Privacy policy', exact: true })).toBeFocused();
  });
}

test('a submit does not move a focus that is outside the form', async ({ page }) => {
  const { field, button } = waitlistOf(page);
  await page.goto(listedScreens.home);
  await field.fill(newEmail());
  const elsewhere = page.getByRole('link', { name: 'Privacy policy', exact: true });
  await elsewhere.focus();
  await field.evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
  await expect(button).toHaveText(joinButton.joined);
  await expect(elsewhere).toBeFocused();
});
