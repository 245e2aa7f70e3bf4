import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens, WAITLIST_PATH } from '../contract/screens.ts';
import { positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { newSignUp, test, waitlistPage } from './mail-site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const { asked, confirmed, troubles, unanswered, expired, noToken } = positionTexts;

test('with an invalid token, or that of an address that is not on the list, the page links to the sign-up form, and without a token to the home page', async ({
  page,
  mail,
  watch,
}) => {
  watch.allowComplaint(/status of 410/);
  const { heading, home } = waitlistPage(page);
  // `confirm-sign-up.test.ts` tests other tokens.
  await page.goto(`${WAITLIST_PATH}#${mail.tokens.make('confirm', newEmail())}`);
  await expect(heading).toHaveText(expired.title);
  await page.getByRole('link', { name: expired.signUp }).click();
  await expect(waitlistOf(page).field).toBeVisible();
  await page.goto(WAITLIST_PATH);
  await expect(heading).toHaveText(noToken.title);
  await expect(page).toHaveTitle(`Your place · ${brand.product}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /waitlist/);
  await home.click();
  await expect(page).toHaveURL(listedScreens.home);
});

test('the link of a second letter, opened in the same tab, shows the state of the second sign-up', async ({
  page,
  mail,
}) => {
  const first = await newSignUp(mail, { isConfirmed: true });
  const second = await newSignUp(mail);
  const { heading } = waitlistPage(page);
  await page.goto(first.open);
  await expect(heading).toContainText(confirmed.title);
  await page.goto(second.open);
  await expect(heading).toHaveText(asked.title);
});

test('without a connection the page says so, and tries again when it is back or its button is pressed; if the request of another button fails, it keeps the focus, and the page says why', async ({
  page,
  context,
  mail,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED|status of 429/);
  const { open } = await newSignUp(mail);
  const { heading, button } = waitlistPage(page);
  const openWithoutAnswer = async () => {
    await page.route(`**${calls.getPosition.path}`, (route) => route.abort(), { times: 1 });
    await page.goto(listedScreens.sponti);
    await page.goto(open);
    await expect(heading).toHaveText(troubles.unreachable.title);
  };
  await openWithoutAnswer();
  for (const isOffline of [true, false]) await context.setOffline(isOffline);
  await expect(heading).toHaveText(asked.title);
  await openWithoutAnswer();
  await button(unanswered.again).click();
  await expect(heading).toHaveText(asked.title);
  await expect(heading).toBeFocused();
  const path = `**${calls.confirmSignUp.path}`;
  await page.route(path, (route) => route.fulfill({ status: 429, json: { error: 'Later.' } }));
  await button(asked.confirm).click();
  await expect(page.getByRole('alert')).toHaveText(troubles.tooMany.words);
  await expect(button(asked.confirm)).toBeFocused();
  await page.unroute(path);
  await button(asked.confirm).click();
  await expect(heading).toContainText(confirmed.title);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what to do', async ({ page, mail }) => {
    const { open } = await newSignUp(mail);
    await page.goto(open);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/JavaScript/);
    await expect(page.getByRole('link', { name: brand.contactEmail }).first()).toBeVisible();
    await expect(page.getByText(positionTexts.reading.words)).toBeHidden();
  });
});
