import { expect } from '@playwright/test';
import { phoneNames } from '../contract/phones.ts';
import { positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { expectNoFaults } from './find-faults.ts';
import { letterTo, newSignUp, test, waitlistPage } from './mail-site.ts';
import { expectNoViolations } from './violations.ts';

const { asked, confirmed, left } = positionTexts;
/** Rules about landmarks. Letters have no landmarks, because mail programs show them inside their own page. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'region'];

test('before and after the confirmation, and after leaving, the page can be read and pressed at every size and scheme', async ({
  page,
  mail,
}) => {
  const { open } = await newSignUp(mail);
  const { heading, button } = waitlistPage(page);
  await page.goto(open);
  const confirm = button(asked.confirm);
  await confirm.waitFor();
  await expectNoViolations(page);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    const place = await confirm.boundingBox();
    const words = page.locator('#position > p:not(.announced)', { hasText: asked.words });
    const text = await words.boundingBox();
    const gap = (place?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0);
    expect(gap, `from the words to the button at ${width} px`).toBeLessThan(40);
  }
  await confirm.click();
  await expect(heading).toContainText(confirmed.title);
  await expectNoViolations(page);
  const phone = button(phoneNames.iphone);
  await phone.click();
  await expect(phone).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolations(page);
  await expectNoFaults(page);
  await button(confirmed.leave).click();
  await expect(heading).toHaveText(left.title);
  await expectNoViolations(page);
});

test('a letter fits phones and desktops, and axe finds no violation', async ({ page, mail }) => {
  const { email } = await newSignUp(mail);
  await page.setContent(await letterTo(mail, email));
  for (const width of [360, 640]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expectNoViolations(page, OF_WHOLE_PAGES);
  }
});
