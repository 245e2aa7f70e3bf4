import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { SIGNED_UP_KEY } from '../contract/mail.ts';
import { listedScreens, WAITLIST_PATH } from '../contract/screens.ts';
import { standingTexts } from '../web/screens/mail-link/standing-texts.ts';
import { letterTo, newSignUp, standingOf, test } from './mail-site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const { asked, confirmed, cut, left, leaveLink } = standingTexts;

test('a person signs up, opens the letter in the same browser, and sees their place', async ({
  page,
  mail,
}) => {
  const email = newEmail();
  const { field, button } = waitlistOf(page);
  await page.goto(listedScreens.home);
  await field.fill(email);
  await field.press('Enter');
  await expect(button).toHaveText('Joined');
  const letter = await letterTo(mail, email);
  const link = /\/waitlist#[\w-]+/.exec(letter)?.[0] ?? '';
  await page.goto(link);
  const { heading } = standingOf(page);
  await expect(heading).toHaveText(/^You are number [\d,]+$/);
  await expect(page.locator('html')).toHaveAttribute('data-window', 'lit');
  expect((await mail.storage.members.standing(email))?.state).toBe('confirmed');
});

test('the address bar of a member has no token, and a reload shows the place again', async ({
  page,
  mail,
}) => {
  const { open } = await newSignUp(mail, { isConfirmed: true });
  const { heading } = standingOf(page);
  await page.goto(open);
  await expect(heading).toContainText(confirmed.title);
  await expect(page).toHaveURL(WAITLIST_PATH);
  await page.reload();
  await expect(heading).toContainText(confirmed.title);
});

test('a browser that did not sign up confirms nothing before the button is pressed', async ({
  page,
  mail,
}) => {
  const { open, standing } = await newSignUp(mail);
  const { heading, button, buttons } = standingOf(page);
  await page.goto(open);
  await expect(heading).toHaveText(asked.title);
  await expect(buttons).toHaveText([asked.confirm]);
  expect((await standing())?.state).toBe('asked');
  await button(asked.confirm).focus();
  await page.keyboard.press('Enter');
  await expect(heading).toContainText(confirmed.title);
  await expect(heading).toBeFocused();
  expect((await standing())?.state).toBe('confirmed');
});

test('if the sign-up in this browser was eight days ago, the page confirms nothing before its button is pressed', async ({
  page,
  mail,
}) => {
  const { open, standing } = await newSignUp(mail);
  const before = String(Date.now() - 8 * 24 * 60 * 60 * 1_000);
  await page.addInitScript(([key, at]) => localStorage.setItem(key, at), [
    SIGNED_UP_KEY,
    before,
  ] as const);
  await page.goto(open);
  await expect(standingOf(page).heading).toHaveText(asked.title);
  expect((await standing())?.state).toBe('asked');
});

test('a member leaves with one press, and comes back with one press, at the end of the waitlist', async ({
  page,
  mail,
}) => {
  const { open, standing } = await newSignUp(mail, { isConfirmed: true });
  const later = await newSignUp(mail, { isConfirmed: true });
  const { heading, button } = standingOf(page);
  await page.goto(open);
  await button(confirmed.leave).click();
  await expect(heading).toHaveText(left.title);
  await expect(heading).toBeFocused();
  await expect(page.getByText(left.hint)).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-window');
  expect((await standing())?.state).toBe('left');

  await button(left.comeBack).click();
  await expect(heading).toContainText(confirmed.title);
  const [back, other] = [await standing(), await later.standing()];
  expect(back?.state === 'confirmed' && other?.state === 'confirmed').toBe(true);
  expect(placeOf(back)).toBeGreaterThan(placeOf(other));
});

test('the link to leave changes nothing before the button of its page is pressed', async ({
  page,
  mail,
}) => {
  const { leave, standing } = await newSignUp(mail, { isConfirmed: true });
  const { heading, button, buttons } = standingOf(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requests.push(request.url());
  });
  await page.goto(leave);
  await expect(heading).toHaveText(leaveLink.title);
  await expect(buttons).toHaveText([leaveLink.leave]);
  expect((await standing())?.state).toBe('confirmed');
  expect(requests).toEqual([]);
  await button(leaveLink.leave).click();
  await expect(heading).toHaveText(left.title);
  await expect(page.getByText(left.byLetter)).toBeVisible();
  expect((await standing())?.state).toBe('left');
});

test('a link to leave that was cut does not say that the person has left', async ({
  page,
  mail,
  watch,
}) => {
  watch.allowComplaint(/status of 410/);
  const { leave, standing } = await newSignUp(mail, { isConfirmed: true });
  const { heading, button } = standingOf(page);
  await page.goto(leave.slice(0, -6));
  await button(leaveLink.leave).click();
  await expect(heading).toHaveText(cut.title);
  await expect(page.getByText(cut.words)).toBeVisible();
  expect((await standing())?.state).toBe('confirmed');
});

test('screen readers announce the visitor’s place, or that the sign-up is not confirmed', async ({
  page,
  mail,
}) => {
  // With a single member the page would not say "of" how many.
  await newSignUp(mail, { isConfirmed: true });
  const [waiting, member] = [await newSignUp(mail), await newSignUp(mail, { isConfirmed: true })];
  const status = page.getByRole('status').first();
  await page.goto(waiting.open);
  await expect(status).toHaveText(`${asked.title} ${asked.words}`);
  await page.goto('about:blank');
  await page.goto(member.open);
  await expect(status).toHaveText(/^You are number [\d,]+ of /);
});

test('the page is not indexed, and has a title and a description', async ({ page }) => {
  await page.goto(WAITLIST_PATH);
  await expect(page).toHaveTitle(`Your place · ${brand.product}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /waitlist/);
});

function placeOf(standing: object | undefined): number {
  return standing && 'place' in standing ? Number(standing.place) : Number.NaN;
}

test('a program that opens every link of a letter confirms and removes no address', async ({
  page,
  mail,
}) => {
  const { email, standing } = await newSignUp(mail);
  const html = await letterTo(mail, email);
  const links = [...html.matchAll(/href="https?:\/\/[^/"]+([^"]*)"/g)].map(
    ([, path = '/']) => path,
  );
  expect(new Set(links).size).toBe(4);
  for (const link of links) {
    await page.goto('about:blank');
    await page.goto(link, { waitUntil: 'networkidle' });
  }
  expect((await standing())?.state).toBe('asked');
});
