import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import type { AppChange } from '../contract/availability.ts';
import { LEAVE_FRAGMENT } from '../contract/mail.ts';
import { LEAVE_PATH, SIGNED_UP_KEY, WAITLIST_PATH } from '../contract/screens.ts';
import { cutLinkText, leaveTexts } from '../web/screens/letter-answers/letter-answer-texts.ts';
import { positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { expectNoFaults } from './find-faults.ts';
import { letterTo, newSignUp, test, waitlistPage } from './mail-site.ts';
import { findViolations } from './violations.ts';

const { asked, confirmed, invited, left } = positionTexts;

// `position-state.test.ts` tests for how long a browser remembers its sign-up.
test('a browser that did not sign up confirms nothing before the button is pressed, and screen readers hear the state', async ({
  page,
  mail,
}) => {
  // With a single member the page would not say "of" how many.
  await newSignUp(mail, { isConfirmed: true });
  const { open, position } = await newSignUp(mail);
  const status = page.getByRole('status').first();
  const { heading, button, buttons } = waitlistPage(page);
  await page.goto(open);
  await expect(heading).toHaveText(asked.title);
  await expect(buttons).toHaveText([asked.confirm]);
  await expect(status).toHaveText(`${asked.title} ${asked.words}`);
  expect((await position())?.state).toBe('asked');
  await button(asked.confirm).focus();
  await page.keyboard.press('Enter');
  await expect(heading).toContainText(confirmed.title);
  await expect(heading).toBeFocused();
  expect((await position())?.state).toBe('confirmed');
  await page.goto('about:blank');
  await page.goto(open);
  await expect(status).toHaveText(/^You are number [\d,]+ of /);
});

test('a member leaves with one press, and comes back with one press, at the end of the waitlist', async ({
  page,
  mail,
}) => {
  const { open, position } = await newSignUp(mail, { isConfirmed: true });
  const later = await newSignUp(mail, { isConfirmed: true });
  const { heading, button } = waitlistPage(page);
  await page.goto(open);
  await button(confirmed.leave).click();
  await expect(heading).toHaveText(left.title);
  await expect(heading).toBeFocused();
  await expect(page.getByText(left.hint)).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-window');
  expect((await position())?.state).toBe('left');

  await button(left.comeBack).click();
  await expect(heading).toContainText(confirmed.title);
  const [back, other] = [await position(), await later.position()];
  expect(back?.state === 'confirmed' && other?.state === 'confirmed').toBe(true);
  expect(numberOf(back)).toBeGreaterThan(numberOf(other));
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('the link to leave changes nothing before the button of its page is pressed', async ({
      page,
      mail,
    }) => {
      const { leave, position } = await newSignUp(mail, { isConfirmed: true });
      const { heading, button, buttons } = waitlistPage(page);
      await page.goto(leave);
      await expect(heading).toHaveText(leaveTexts.asked.title);
      await expect(buttons).toHaveText([leaveTexts.asked.leave]);
      expect((await position())?.state).toBe('confirmed');
      await button(leaveTexts.asked.leave).press('Enter');
      await expect(heading).toHaveText(leaveTexts.left.title);
      expect((await position())?.state).toBe('left');
    });
  });
}

test('after a person has left by the link of a letter, the window is dark, and the link to confirm needs a press', async ({
  page,
  mail,
}) => {
  const { open, leave, position } = await newSignUp(mail, { isConfirmed: true });
  const { heading, button } = waitlistPage(page);
  await page.goto(open);
  await expect(page.locator('html')).toHaveAttribute('data-window', 'lit');
  await page.evaluate((key) => localStorage.setItem(key, String(Date.now())), SIGNED_UP_KEY);
  await page.goto(leave);
  await button(leaveTexts.asked.leave).click();
  await expect(heading).toHaveText(leaveTexts.left.title);
  await expect(page.locator('html')).not.toHaveAttribute('data-window');
  await page.goto(open);
  await expect(heading).toHaveText(left.title);
  await expect(button(left.comeBack)).toBeVisible();
  expect((await position())?.state).toBe('left');
});

test('a link to leave of an earlier version, or one that was cut, opens the same page', async ({
  page,
  mail,
  watch,
}) => {
  watch.allowComplaint(/status of 410/);
  const { leave } = await newSignUp(mail);
  const { heading } = waitlistPage(page);
  const earlier = leave.replace(`${LEAVE_PATH}/`, `${WAITLIST_PATH}#${LEAVE_FRAGMENT}`);
  await page.goto(earlier);
  await expect(heading).toHaveText(leaveTexts.asked.title);
  await page.goto(earlier.slice(0, -6));
  await expect(heading).toHaveText(cutLinkText.title);
});

function numberOf(position: object | undefined): number {
  return position && 'position' in position ? Number(position.position) : Number.NaN;
}

test('a program that opens every link of a letter confirms and removes no address', async ({
  page,
  mail,
}) => {
  const { email, position } = await newSignUp(mail);
  const html = await letterTo(mail, email);
  const links = [...html.matchAll(/href="https?:\/\/[^/"]+([^"]*)"/g)].map(
    ([, path = '/']) => path,
  );
  expect(new Set(links).size).toBe(4);
  for (const link of links) {
    await page.goto('about:blank');
    await page.goto(link, { waitUntil: 'networkidle' });
  }
  expect((await position())?.state).toBe('asked');
});

for (const { device, userAgent, way } of [
  { device: 'ios', userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)', way: true },
  { device: 'android', userAgent: 'Mozilla/5.0 (Linux; Android 15; K)', way: false },
  { device: 'desktop', userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', way: true },
] as const) {
  test.describe(`on a device of the kind ${device}`, () => {
    test.use({ userAgent });

    test('a person who is let in reads so, with the link that fits, and shares no token with the address', async ({
      page,
      mail,
    }) => {
      const { email, open, position } = await newSignUp(mail, { isConfirmed: true });
      await mail.storage.personStates.arrive([{ email, at: Date.now() }], Date.now());
      const { heading, button } = waitlistPage(page);
      await page.goto(open);
      const { title, isNext } = invited.soon;
      await expect(heading).toHaveText(
        way ? `${invited.title} ${invited.isIn}` : `${title} ${isNext}`,
      );
      const words = way ? invited[device === 'ios' ? 'phone' : device] : invited.soon[device];
      await expect(page.getByRole('status').first()).toContainText(words);
      const link = page.getByRole('main').getByRole('link', { name: /^Get it/ });
      await expect(link).toHaveText(way ? [invited.get.ios] : []);
      if (way) await expect(link).toHaveAttribute('href', brand.betaLink);
      expect(new URL(page.url()).hash).toBe('');
      await expect(page.locator('html')).toHaveAttribute('data-window', 'lit');
      await button(confirmed.leave).click();
      await expect(heading).toHaveText(left.title);
      await expect(link).toHaveCount(0);
      expect((await position())?.state).toBe('left');
    });
  });
}

for (const { device, userAgent, state, change, title, words, get } of [
  {
    ...{ device: 'an iPhone', userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)' },
    change: { ios: 'preorder', iosLink: 'https://apps.apple.com/app/impromptu/id1234567890' },
    ...{ title: `${invited.soon.title} ${invited.soon.isNext}`, words: invited.ordered.ios },
    ...{ state: 'preorder', get: 'Pre-order on the App Store' },
  },
  {
    ...{ device: 'Android', userAgent: 'Mozilla/5.0 (Linux; Android 15; K)' },
    change: {
      android: 'preregister',
      androidLink: 'https://play.google.com/store/apps/details?id=example.impromptu.app',
    },
    ...{ title: `${invited.soon.title} ${invited.soon.isNext}`, words: invited.ordered.android },
    ...{ state: 'preregister', get: 'Pre-register on Google Play' },
  },
  {
    ...{ device: 'Android', userAgent: 'Mozilla/5.0 (Linux; Android 15; K)' },
    change: {
      android: 'beta',
      androidLink: 'https://play.google.com/apps/testing/example.impromptu.app',
    },
    ...{ title: `${invited.title} ${invited.isIn}`, words: invited.phone },
    ...{ state: 'test', get: 'Join the test on Google Play' },
  },
] as const satisfies { change: AppChange }[]) {
  test.describe(`on ${device}, before the launch`, () => {
    test.use({ userAgent });

    test(`a person who is let in reads what is true, and gets the button “${get}”`, async ({
      page,
      mail,
    }) => {
      const { storage, url } = mail;
      const { email, open } = await newSignUp(mail, { isConfirmed: true });
      await storage.personStates.arrive([{ email, at: Date.now() }], Date.now());
      const author = { who: 'test', at: Date.now() };
      await storage.availability.change(change, author);
      const served = async () => (await fetch(`${url}${WAITLIST_PATH}`)).text();
      try {
        await expect.poll(served).toContain(`="${state}"`);
        await page.goto(open);
        await expect(waitlistPage(page).heading).toHaveText(title);
        await expect(page.getByRole('status').first()).toContainText(words);
        const link = page.getByRole('main').getByRole('link', { name: get });
        const [address = ''] = Object.values(change).filter((value) => value.startsWith('https'));
        await expect(link).toHaveAttribute('href', address);
        expect(await findViolations(page)).toEqual([]);
        await expectNoFaults(page);
      } finally {
        await storage.availability.undo(author);
        await expect.poll(served).not.toContain(`="${state}"`);
      }
    });
  });
}
