import { expect, type Page } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { SETUP_PAUSE_MS, signInErrors, signInTexts } from '../contract/sign-in.ts';
import { type FakeGoogle, startFakeGoogle } from '../server/testing/fake-google.ts';
import { createTestApp, type TestApp } from '../server/testing/test-app.ts';
import { FAKE_CODE, type FirebaseTrouble, serveFakeFirebase } from './fake-firebase.ts';
import { officeOf } from './office.ts';
import { test as base } from './site.ts';

const ADMIN = '+15550001111';
const STRANGER = '+15550002222';

/** The whole app with Firebase for its provider, and what stands in for Google. */
const test = base.extend<
  { trouble: FirebaseTrouble },
  { firebase: { app: TestApp; google: FakeGoogle; url: string } }
>({
  firebase: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what is needed
    async ({}, use) => {
      const google = await startFakeGoogle(Date.now);
      const app = await createTestApp({ identity: google.settings, https: false, clock: Date.now });
      await app.storage.admins.add(ADMIN, Date.now());
      await use({ app, google, url: await app.app.listen({ port: 0 }) });
      await app.close();
      await google.close();
    },
    { scope: 'worker' },
  ],

  site: [
    async ({ firebase: { app, url } }, use) => {
      const { databaseFile, storage } = app;
      await use({ url, databaseFile, storage, countOnWaitlist: () => Number.NaN });
    },
    { scope: 'worker' },
  ],

  trouble: [
    async ({ context, firebase, watch }, use) => {
      watch.expectComplaint(
        /^Request to a third party: https:\/\/(identitytoolkit\.googleapis|www\.google)\.com\//,
      );
      const trouble: FirebaseTrouble = {};
      await serveFakeFirebase(context, firebase.google, trouble);
      await use(trouble);
    },
    { auto: true },
  ],
});

async function sendCode(page: Page, phone: string): Promise<void> {
  await expect(officeOf(page).phone).toBeFocused();
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
}

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(officeOf(page).code).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

test('a code of Firebase begins a session of ours, and nothing of its own is kept', async ({
  page,
  context,
}) => {
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, ADMIN);
  await enterCode(page, FAKE_CODE);
  await expect(officeOf(page).heading).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['session']);
  const kept = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);
  // Where the SDK counts the days on which it was used, and nothing else.
  expect(kept.filter((name) => name !== 'firebase-heartbeat-database')).toEqual([]);
  await page.reload();
  await expect(officeOf(page).heading).toBeVisible();
});

test('a stranger is refused', async ({ page }) => {
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, STRANGER);
  await enterCode(page, FAKE_CODE);
  await expect(officeOf(page).alert).toHaveText(signInErrors.notAdmin);
});

test('another number gets a code, too: each sending has a bot check of its own', async ({
  page,
}) => {
  const { code, phone } = officeOf(page);
  await page.goto(ANALYTICS_PATH);
  for (const number of [STRANGER, ADMIN]) {
    await sendCode(page, number);
    await expect(code).toHaveAccessibleDescription(signInTexts.code.hint(number));
    await page.getByRole('button', { name: signInTexts.code.back }).click();
    await expect(phone).toBeFocused();
  }
});

for (const [error, sentence] of [
  ['INVALID_PHONE_NUMBER', signInErrors.invalidPhone],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', signInErrors.tooManyRequests],
  ['QUOTA_EXCEEDED', signInErrors.tooManyRequests],
  ['BILLING_NOT_ENABLED', /Firebase: .*billing-not-enabled/],
] as const) {
  test(`${error} is told as ${sentence}`, async ({ page, trouble, watch }) => {
    watch.expectComplaint(/status of 400/);
    trouble.error = error;
    await page.goto(ANALYTICS_PATH);
    await sendCode(page, ADMIN);
    await expect(officeOf(page).alert).toHaveText(sentence);
    delete trouble.error;
    await page.keyboard.press('Enter');
    await expect(officeOf(page).code).toBeFocused();
  });
}

for (const [error, sentence] of [
  [undefined, signInErrors.invalidCode],
  ['SESSION_EXPIRED', /Firebase: .*code-expired/],
] as const) {
  test(`a code that ${error ?? 'is wrong'} is told`, async ({ page, trouble, watch }) => {
    watch.expectComplaint(/status of 400/);
    await page.goto(ANALYTICS_PATH);
    await sendCode(page, ADMIN);
    await expect(officeOf(page).code).toBeFocused();
    if (error) trouble.error = error;
    await enterCode(page, '000000');
    await expect(officeOf(page).alert).toHaveText(sentence);
  });
}

test('a bot check that is drawn already asks for a fresh page', async ({ page, trouble }) => {
  trouble.botCheck = 'reCAPTCHA has already been rendered in this element';
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, ADMIN);
  await expect(officeOf(page).alert).toHaveText(signInErrors.botCheckRendered);
});

test('while Google is away the set-up is tried three times, and again for who sends a number', async ({
  page,
  trouble,
  watch,
}) => {
  watch.expectComplaint(/ERR_FAILED/);
  let tries = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/recaptcha/api.js')) tries += 1;
  });
  trouble.unreachable = true;
  await page.clock.install();
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, ADMIN);
  for (const seen of [1, 2]) {
    await expect.poll(() => tries).toBe(seen);
    await page.clock.runFor(SETUP_PAUSE_MS);
  }
  await expect(officeOf(page).alert).toHaveText(signInErrors.sendFailed);
  expect(tries).toBe(3);
  trouble.unreachable = false;
  await page.keyboard.press('Enter');
  await expect(officeOf(page).code).toBeFocused();
});
