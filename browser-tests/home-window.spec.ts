import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import {
  dinnerLink,
  joinButton,
  ON_THE_LIST,
  waitlistTroubles,
} from '../web/design/waitlist-texts.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { MISSING_PAGE, test } from './site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const windowOf = (page: Page) => page.locator('.window-yours');

test.use({ viewport: { width: 360, height: 740 }, reducedMotion: 'no-preference' });

async function join(page: Page): Promise<void> {
  const { field, button } = waitlistOf(page);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
}

test('a visitor who joins lights a window of the drawn city, and is told to be on the list; both are so after a return, and nothing moves', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  const lasting = page.getByText(ON_THE_LIST);
  await watchShifts(page);
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    Object.assign(window, { firstFrame: promise });
    const look = () => {
      // On a busy machine the first frame can come before the element of the visitor's window is parsed.
      if (document.querySelector('.window-yours'))
        resolve(document.documentElement.dataset['window']);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(listedScreens.home);
  await expect(lasting).toBeHidden();
  await expect(windowOf(page)).toHaveCSS('opacity', '0');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await expect(page.getByRole('link', { name: dinnerLink.idle })).toBeVisible();
  const formAt = await page.locator('.waitlist-form').boundingBox();
  await join(page);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['lit_window']);
  for (const when of ['after joining', 'after a reload']) {
    if (when === 'after a reload') {
      await page.reload();
      await expectLitFirst(page);
    }
    await expect(windowOf(page), when).toHaveCSS('opacity', '1');
    await expect(lasting, when).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(dinnerLink.joined), when).toBeVisible();
    await expect(page.getByRole('link', { name: dinnerLink.idle }), when).toHaveCount(0);
    expect(await page.locator('.waitlist-form').boundingBox(), when).toEqual(formAt);
    await expectNoShift(page, when);
  }
  await test.step('an error takes the place of the other note, and covers no other text, until the address is changed', async () => {
    const { field } = waitlistOf(page);
    const age = page.getByText('You must be 18 or older.');
    await field.fill('ada');
    await field.press('Enter');
    await expect(page.getByText(waitlistTroubles.withoutAt)).toBeInViewport({ ratio: 1 });
    await expect(lasting).toBeHidden();
    await expect(age).toBeVisible();
    await field.press('End');
    await page.keyboard.type('@');
    await expect(page.getByText(waitlistTroubles.withoutAt)).toBeHidden();
    await expect(lasting).toBeVisible();
  });
  await page.goto(MISSING_PAGE);
  await expectLitFirst(page);
  await page.goto(listedScreens.privacy);
  await expect(page.getByRole('code').filter({ hasText: 'lit_window' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(listedScreens.home);
  await expect(windowOf(page)).toHaveCSS('opacity', '0');
});

/** Checking the style makes the browser compute it, so it can pass before the browser has drawn a frame. */
async function expectLitFirst(page: Page): Promise<void> {
  const first = await page.evaluate(
    () => (window as unknown as { firstFrame: unknown }).firstFrame,
  );
  expect(first, 'the first frame').toBe('lit');
  await expect(windowOf(page)).toHaveCSS('opacity', '1');
}

test('with local storage that is blocked or full, joining works and the window is lit until the page is reloaded', async ({
  context,
}) => {
  for (const [trouble, block] of Object.entries({
    blocked: () => Object.defineProperty(window, 'localStorage', { get: refuse }),
    full: () => Object.defineProperty(Storage.prototype, 'setItem', { value: refuse }),
  })) {
    const page = await context.newPage();
    await page.addInitScript(`${refuse};(${block})()`);
    await page.goto(listedScreens.home);
    await join(page);
    await expect(windowOf(page), trouble).toHaveCSS('opacity', '1');
    await page.reload();
    await expect(windowOf(page), trouble).toHaveCSS('opacity', '0');
  }
});

function refuse(): never {
  throw new DOMException('The storage cannot be used.', 'SecurityError');
}
