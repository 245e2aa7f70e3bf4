import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { type Phone, phoneNames } from '../contract/phones.ts';
import { phoneTexts, positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { newSignUp, test, waitlistPage } from './mail-site.ts';
import { findViolations } from './violations.ts';

const { asked, confirmed, left, troubles } = positionTexts;

function phoneOf(page: Page) {
  const group = page.getByRole('group', { name: phoneTexts.question });
  const button = (phone: Phone) => group.getByRole('button', { name: phoneNames[phone] });
  return {
    group,
    button,
    said: group.getByRole('status'),
    /** Which of the two is shown as chosen. */
    async expectChosen(chosen: Phone | undefined): Promise<void> {
      for (const phone of ['iphone', 'android'] as const)
        await expect(button(phone)).toHaveAttribute('aria-pressed', String(phone === chosen));
    },
  };
}

async function storedPhone(signUp: Awaited<ReturnType<typeof newSignUp>>) {
  const position = await signUp.position();
  return position && 'phone' in position ? position.phone : undefined;
}

test('after confirming, one press stores the phone, another press changes it, and a reload shows it @main', async ({
  page,
  mail,
}) => {
  const signUp = await newSignUp(mail);
  const { heading, button } = waitlistPage(page);
  const phone = phoneOf(page);
  await page.goto(signUp.open);
  await expect(button(asked.confirm)).toBeVisible();
  await expect(phone.group).toBeHidden();
  await button(asked.confirm).click();
  await expect(heading).toContainText(confirmed.title);
  await phone.expectChosen(undefined);
  await expect(phone.said).toHaveText(phoneTexts.why);
  await phone.button('iphone').click();
  await expect(phone.said).toHaveText(phoneTexts.saved('iphone'));
  await phone.expectChosen('iphone');
  expect(await storedPhone(signUp)).toBe('iphone');
  await phone.button('android').focus();
  await page.keyboard.press('Space');
  await expect(phone.said).toHaveText(phoneTexts.saved('android'));
  await expect(phone.button('android')).toBeFocused();
  await phone.expectChosen('android');
  await page.reload();
  await expect(heading).toContainText(confirmed.title);
  await phone.expectChosen('android');
  await button(confirmed.leave).click();
  await expect(heading).toHaveText(left.title);
  await expect(phone.group).toBeHidden();
  await button(left.comeBack).click();
  await phone.expectChosen(undefined);
});

test('a choice that the server has not stored is not shown as chosen, and another press stores it', async ({
  page,
  mail,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED|status of 429|status of 503/);
  const signUp = await newSignUp(mail, { isConfirmed: true });
  const phone = phoneOf(page);
  await page.goto(signUp.open);
  await phone.button('android').click();
  await phone.expectChosen('android');
  const path = `**${calls.choosePhone.path}`;
  for (const [status, words] of [
    [undefined, troubles.unreachable.words],
    [429, troubles.tooMany.words],
    [503, troubles.server.words],
  ] as const) {
    await page.route(path, (route) =>
      status ? route.fulfill({ status, json: { error: 'No.' } }) : route.abort(),
    );
    const before = await phone.button('iphone').boundingBox();
    await phone.button('iphone').click();
    await expect(phone.group.getByRole('alert')).toHaveText(words);
    expect(await phone.button('iphone').boundingBox()).toEqual(before);
    expect(await findViolations(page, 'of colours')).toEqual([]);
    await phone.expectChosen('android');
    await expect(phone.button('iphone')).toBeFocused();
    await page.unroute(path);
  }
  await phone.button('iphone').click();
  await phone.expectChosen('iphone');
  await expect(page.getByRole('alert')).toBeHidden();
  expect(await storedPhone(signUp)).toBe('iphone');
});
