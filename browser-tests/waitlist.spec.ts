import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import type { AppChange } from '../contract/availability.ts';
import { type Phone, phoneNames } from '../contract/phones.ts';
import { SIGNED_UP_KEY, WAITLIST_PATH } from '../contract/screens.ts';
import type { MailSite } from '../testing/mail-site.ts';
import { leaveTexts } from '../web/screens/answers/letter-answer-texts.ts';
import { positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { expectNoFaults } from './find-faults.ts';
import { letterTo, newSignUp, test, waitlistPage } from './mail-site.ts';
import { expectNoViolations } from './violations.ts';

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

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; K)';
const STORE = 'https://apps.apple.com/app/impromptu/id1234567890';
const CLOSED_TEST = 'https://play.google.com/apps/testing/example.impromptu.app';
const isIn = `${invited.title} ${invited.isIn}`;
const isNext = `${invited.soon.title} ${invited.soon.isNext}`;

interface LetIn {
  title: string;
  words: string;
  /** The text of the link to the app, and its address. */
  get?: readonly [string, string];
  /** The state of the app, if it is not the beta for iOS, and its name in the page. */
  change?: readonly [AppChange, string];
  userAgent?: string;
  /** Which phone the person names on the page. */
  phone?: Phone;
}

/** `ways-in.test.ts` tests which links fit a device. */
const peopleLetIn: Readonly<Record<string, LetIn>> = {
  'on a desktop': { title: isIn, words: invited.desktop, get: [invited.get.ios, brand.betaLink] },
  'on a desktop, with an Android phone': {
    title: isNext,
    words: invited.soon.android,
    phone: 'android',
  },
  'on Android': { title: isNext, words: invited.soon.android, userAgent: ANDROID },
  'on an iPhone, with a pre-order': {
    title: isNext,
    words: invited.ordered.ios,
    get: ['Pre-order on the App Store', STORE],
    change: [{ ios: 'preorder', iosLink: STORE }, 'preorder'],
    userAgent: IPHONE,
  },
  'on Android, with a closed test': {
    title: isIn,
    words: invited.phone,
    get: ['Join the test on Google Play', CLOSED_TEST],
    change: [{ android: 'beta', androidLink: CLOSED_TEST }, 'test'],
    userAgent: ANDROID,
  },
};

/** Changes the state of the app until the end of the test. */
async function withApp(
  { storage, url }: MailSite & { url: string },
  change: AppChange,
  name: string,
) {
  const author = { who: 'test', at: Date.now() };
  const served = async () => (await fetch(`${url}${WAITLIST_PATH}`)).text();
  await storage.availability.change(change, author);
  await expect.poll(served).toContain(`="${name}"`);
  return {
    async [Symbol.asyncDispose]() {
      await storage.availability.undo(author);
      await expect.poll(served).not.toContain(`="${name}"`);
    },
  };
}

for (const [where, { userAgent, title, words, get, change, phone }] of Object.entries(
  peopleLetIn,
)) {
  test.describe(where, () => {
    test.use(userAgent ? { userAgent } : {});

    test('a person who is let in reads what is true, with the link that fits, and shares no token with the address', async ({
      page,
      mail,
    }) => {
      const { email, open, position } = await newSignUp(mail, { isConfirmed: true });
      await mail.storage.personStates.arrive([{ email, at: Date.now() }], Date.now());
      const { heading, button } = waitlistPage(page);
      await using _ = change && (await withApp(mail, ...change));
      await page.goto(open);
      if (phone) await button(phoneNames[phone]).click();
      await expect(heading).toHaveText(title);
      await expect(page.locator('#position')).toContainText(words, { useInnerText: true });
      const link = page
        .getByRole('main')
        .getByRole('link', { name: /^(Get it|Pre-|Join the test)/ });
      await expect(link).toHaveText(get ? [get[0]] : []);
      if (get) await expect(link).toHaveAttribute('href', get[1]);
      expect(new URL(page.url()).hash).toBe('');
      await expect(page.locator('html')).toHaveAttribute('data-window', 'lit');
      await expectNoViolations(page);
      await expectNoFaults(page);
      await button(confirmed.leave).click();
      await expect(heading).toHaveText(left.title);
      await expect(link).toHaveCount(0);
      expect((await position())?.state).toBe('left');
    });
  });
}
