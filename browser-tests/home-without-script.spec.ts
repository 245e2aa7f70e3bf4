import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { listedScreens } from '../contract/screens.ts';
import { joinButton, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { stopClock, test } from './site.ts';
import {
  countJoinRequests,
  countOnWaitlist,
  hold,
  newEmail,
  textOf,
  waitlistOf,
} from './waitlist.ts';

const PAGE_SCRIPT = '**/assets/home-*';
const TOAST_SCRIPT = '**/assets/toasts-*';

test.beforeEach(({ page }) => stopClock(page));

/** Changes that extensions and translations make to the form before React hydrates it. */
const changes: Readonly<Record<string, (field: HTMLInputElement) => void>> = {
  nothing: () => {},
  'an element around the field': (field) => {
    const wrapper = document.createElement('div');
    field.replaceWith(wrapper);
    wrapper.append(field);
  },
  'the text of the button': ({ form }) => {
    const text = document.createElement('font');
    text.textContent = 'Auf die Warteliste';
    form?.querySelector('button')?.replaceChildren(text);
  },
};

test('what is typed and sent before the script is loaded is kept, whatever was added to the form', async ({
  page,
  site,
}) => {
  const { field, button } = waitlistOf(page);
  const sent = countJoinRequests(page);
  for (const [index, [name, change]] of Object.entries(changes).entries()) {
    await test.step(name, async () => {
      const arrive = await hold(page, PAGE_SCRIPT);
      await page.goto(listedScreens.home, { waitUntil: 'commit' });
      await field.pressSequentially('ada@exam');
      const before = await field.elementHandle();
      await field.evaluate(change);
      await field.press('End');
      // Only a hydrated form loads the toasts, when its field has the focus. So the request for
      // the toasts' script shows that React has hydrated the form.
      const hydrated = page.waitForResponse(TOAST_SCRIPT);
      arrive();
      await hydrated;
      await page.keyboard.type('ple.org');
      await expect(field).toHaveValue('ada@example.org');
      const isSame = await before?.evaluate(({ isConnected }) => isConnected);
      if (name === 'nothing') expect(isSame, 'React hydrates the form').toBe(true);
      await page.unroute(PAGE_SCRIPT);

      const email = newEmail();
      const arriveAgain = await hold(page, PAGE_SCRIPT);
      await page.reload({ waitUntil: 'commit' });
      await field.fill(email);
      await field.evaluate(change);
      await field.press('Enter');
      await field.press('Enter');
      await page.clock.runFor(3_000);
      await expect(page).toHaveURL(listedScreens.home);
      arriveAgain();
      await expect(button).toHaveText(joinButton.joined);
      // The form must not be sent a second time if its island fails later.
      await page.evaluate(() => dispatchEvent(new Event('page-failed')));
      await page.clock.runFor(60_000);
      expect(sent()).toBe(index + 1);
      expect(await countOnWaitlist(site, email)).toBe(1);
      await page.unroute(PAGE_SCRIPT);
      await page.evaluate(() => localStorage.clear());
    });
  }
});

test('if the toasts cannot be loaded, a message appears as text for 5,000 ms', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED/);
  const { field, button } = waitlistOf(page);
  const alert = page.getByRole('alert');
  await page.route(TOAST_SCRIPT, (route) => route.abort());
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  const { title, description } = waitlistToasts.invalidEmail;
  await expect(alert).toHaveText(`${title} ${description}`);
  await page.clock.runFor(4_999);
  await expect(alert).toBeVisible();
  await page.clock.runFor(1);
  await expect(alert).toBeHidden();
  await field.press('Enter');
  await expect(alert).toBeVisible();
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  const joined = waitlistToasts.joined(brand.product);
  await expect(page.getByRole('status')).toHaveText(`${joined.title} ${joined.description}`);
  await expect(alert).toBeHidden();
});

test('if the toasts are loaded late, a message is first text and then a toast', async ({
  page,
}) => {
  const { field, toasts } = waitlistOf(page);
  const arrive = await hold(page, TOAST_SCRIPT);
  const asked = page.waitForRequest(TOAST_SCRIPT);
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  await asked;
  await page.clock.runFor(1_000);
  await expect(page.getByRole('alert')).toContainText(waitlistToasts.invalidEmail.description);
  arrive();
  await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
  await expect(page.getByRole('alert')).toBeHidden();
});
