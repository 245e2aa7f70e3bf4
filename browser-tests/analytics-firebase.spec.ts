// Long because it has the answers of Google's servers beside the sign-ins that they decide.
import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { FRESH_CODE_MS, signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { type FakeGoogle, startFakeGoogle } from '../testing/fakes/fake-google.ts';
import { signIn } from '../testing/signed-in.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import { analyticsScreen, passPauses } from './analytics-site.ts';
import { test as base, stopClock } from './site.ts';

const ADMIN = '+15550001111';
const STRANGER = '+15550002222';
const FORMER_ADMIN = '+15550003333';

/** The failures that the fake simulates. A field that is undefined causes no failure. */
interface FirebaseTrouble {
  /** Error of the calls that send and verify a code, such as `INVALID_PHONE_NUMBER`. */
  error?: string;
  /** What the bot check throws when it is rendered. */
  botCheck?: string;
  /** Whether all of Google's addresses are unreachable. */
  unreachable?: boolean;
}

const FAKE_CODE = '246810';

/** The whole app with Firebase as its sign-in provider, and a fake Google. */
const test = base.extend<{
  firebase: { app: TestApp; google: FakeGoogle; url: string };
  trouble: FirebaseTrouble;
}>({
  firebase: async ({ share }, use) => use(await share('Firebase', startFirebaseSite)),

  site: async ({ firebase: { app, url } }, use) => {
    const { databaseUrl, storage } = app;
    await use({ url, databaseUrl, storage });
  },

  trouble: [
    async ({ context, firebase, watch }, use) => {
      watch.allowComplaint(
        /^Request to a third party: https:\/\/(identitytoolkit\.googleapis|www\.google)\.com\//,
      );
      const trouble: FirebaseTrouble = {};
      await serveFakeFirebase(context, firebase.google, trouble);
      await use(trouble);
    },
    { auto: true },
  ],
});

async function startFirebaseSite() {
  const google = await startFakeGoogle(Date.now);
  const app = await createTestApp({ identity: google.settings, https: false, clock: Date.now });
  await app.storage.admins.add(ADMIN, Date.now());
  const url = await app.app.listen({ port: 0 });
  return {
    server: { app, google, url },
    async stop() {
      await app.close();
      await google.close();
    },
  };
}

async function sendCode(page: Page, phone: string): Promise<void> {
  await expect(analyticsScreen(page).phone).toBeFocused();
  await page.keyboard.type(phone);
  await page.keyboard.press('Enter');
}

async function enterCode(page: Page, code: string): Promise<void> {
  await expect(analyticsScreen(page).code).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

test('a code from Firebase starts a session of our server, and the SDK stores no sign-in; removing the admin ends the session', async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 403/);
  await site.storage.admins.add(FORMER_ADMIN, Date.now());
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, FORMER_ADMIN);
  await enterCode(page, FAKE_CODE);
  await expect(analyticsScreen(page).heading).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['session']);
  const kept = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);
  // In `firebase-heartbeat-database` the SDK stores only the days on which it was used.
  expect(kept.filter((name) => name !== 'firebase-heartbeat-database')).toEqual([]);
  await page.reload();
  await expect(analyticsScreen(page).live).toBeVisible();
  await site.storage.admins.remove(FORMER_ADMIN, Date.now());
  await expect(analyticsScreen(page).alert).toHaveText(signInErrors.notAdminAnymore);
  await expect.poll(() => context.cookies()).toEqual([]);
});

test('for an act that needs a new code, the number is typed, because the browser sends it to Google', async ({
  page,
  context,
  firebase,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 403/);
  await site.storage.admins.setRight(ADMIN, true, { who: 'command line', at: Date.now() });
  const old = await signIn(firebase.app, ADMIN, Date.now() - FRESH_CODE_MS);
  await context.addCookies([{ name: 'session', value: old.token, url: site.url }]);
  await page.goto(`${ANALYTICS_PATH}?tab=waitlist`);
  await page.getByRole('button', { name: waitlistTexts.people.show }).press('Enter');
  await sendCode(page, ADMIN);
  await enterCode(page, FAKE_CODE);
  await expect(page.getByRole('button', { name: waitlistTexts.people.show })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(waitlistTexts.people.empty).last()).toBeVisible();
});

test('each error of Firebase shows a sentence, a number can be sent again with a new bot check, and a person who is not an admin is refused', async ({
  page,
  trouble,
  watch,
}) => {
  watch.allowComplaint(/status of 400/);
  const { alert, code } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  trouble.error = 'INVALID_PHONE_NUMBER';
  await sendCode(page, ADMIN);
  await expect(alert).toHaveText(signInErrors.invalidPhone);
  for (const [error, sentence] of [
    ['TOO_MANY_ATTEMPTS_TRY_LATER', signInErrors.tooManyRequests],
    ['BILLING_NOT_ENABLED', /Firebase: .*billing-not-enabled/],
    ['QUOTA_EXCEEDED', signInErrors.tooManyRequests],
  ] as const) {
    trouble.error = error;
    await page.keyboard.press('Enter');
    await expect(alert, error).toHaveText(sentence);
  }
  delete trouble.error;
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(signInTexts.code.hint(ADMIN));
  await enterCode(page, '000000');
  await expect(alert).toHaveText(signInErrors.invalidCode);
  trouble.error = 'SESSION_EXPIRED';
  await enterCode(page, '111111');
  await expect(alert).toHaveText(/Firebase: .*code-expired/);
  delete trouble.error;
  await page.getByRole('button', { name: signInTexts.code.back }).click();
  await sendCode(page, STRANGER);
  await expect(code).toHaveAccessibleDescription(signInTexts.code.hint(STRANGER));
  await enterCode(page, FAKE_CODE);
  await expect(alert).toHaveText(signInErrors.notAdmin);
});

test('if the bot check was already rendered, the page asks for a reload', async ({
  page,
  trouble,
}) => {
  trouble.botCheck = 'reCAPTCHA has already been rendered in this element';
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, ADMIN);
  await expect(analyticsScreen(page).alert).toHaveText(signInErrors.botCheckRendered);
});

test('when Google cannot be reached, the set-up of the sign-in is retried three times, and again when a number is submitted', async ({
  page,
  trouble,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED/);
  let tries = 0;
  page.on('requestfailed', (request) => {
    if (request.url().includes('/recaptcha/api.js')) tries += 1;
  });
  trouble.unreachable = true;
  await stopClock(page);
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, ADMIN);
  await passPauses(page, analyticsScreen(page).alert);
  await expect(analyticsScreen(page).alert).toHaveText(signInErrors.sendFailed);
  expect(tries).toBe(1 + 3);
  trouble.unreachable = false;
  await page.clock.resume();
  await page.keyboard.press('Enter');
  await expect(analyticsScreen(page).code).toBeFocused();
});

test('if the script of Firebase is gone after an upgrade, the form says to refresh, and the number stays', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  const { alert, phone, code } = analyticsScreen(page);
  await page.route('**/assets/firebase-*', (route) => route.fulfill({ status: 404 }));
  await stopClock(page);
  await page.goto(ANALYTICS_PATH);
  await sendCode(page, ADMIN);
  await passPauses(page, alert);
  await expect(alert).toHaveText(signInErrors.botCheckRendered);
  await page.unroute('**/assets/firebase-*');
  await page.reload();
  await page.clock.resume();
  await expect(phone).toHaveValue(ADMIN);
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
});

/**
 * Intercepts the browser's requests to Google and answers with Google's real protocol. So the test
 * runs the real SDK under the page's real Content-Security-Policy.
 */
async function serveFakeFirebase(
  context: BrowserContext,
  google: FakeGoogle,
  trouble: FirebaseTrouble,
): Promise<void> {
  const answer = async (route: Route) => {
    if (trouble.unreachable) return route.abort();
    const url = new URL(route.request().url());
    if (url.pathname === '/recaptcha/api.js') return route.fulfill(botCheckScript(url, trouble));
    const body = route.request().postDataJSON() ?? {};
    const { status = 200, json } = await answerCall(url.pathname, body, google, trouble);
    return route.fulfill({ status, json, headers: { 'access-control-allow-origin': '*' } });
  };
  await context.route('https://*.googleapis.com/**', answer);
  await context.route('https://www.google.com/recaptcha/**', answer);
}

async function answerCall(
  path: string,
  body: Record<string, string>,
  google: FakeGoogle,
  { error }: FirebaseTrouble,
): Promise<{ status?: number; json: object }> {
  const refuse = (message: string) => ({
    status: 400,
    json: { error: { code: 400, message, errors: [{ message }] } },
  });
  switch (path) {
    case '/v2/recaptchaConfig':
      return { json: { recaptchaEnforcementState: [] } };
    case '/v1/recaptchaParams':
      return { json: { recaptchaSiteKey: 'site-key' } };
    case '/v1/accounts:sendVerificationCode':
      if (error) return refuse(error);
      return { json: { sessionInfo: `session of ${body['phoneNumber']}` } };
    case '/v1/accounts:signInWithPhoneNumber': {
      if (error) return refuse(error);
      if (body['code'] !== FAKE_CODE) return refuse('INVALID_CODE');
      const phone = body['sessionInfo']?.split(' ').at(-1);
      const idToken = await google.token({ phone_number: phone });
      return { json: { idToken, refreshToken: 'refresh', expiresIn: '3600', localId: 'u1' } };
    }
    case '/v1/accounts:lookup':
      return { json: { users: [{ localId: 'u1', providerUserInfo: [] }] } };
    default:
      return refuse(`UNKNOWN_CALL ${path}`);
  }
}

/** The part of reCAPTCHA that the SDK calls. */
function botCheckScript(url: URL, { botCheck }: FirebaseTrouble) {
  return {
    contentType: 'text/javascript',
    body: `
      const checks = [];
      window.grecaptcha = {
        render(element, { callback }) {
          const trouble = ${JSON.stringify(botCheck ?? '')};
          if (trouble) throw new Error(trouble);
          if (element.childElementCount > 0) throw new Error('reCAPTCHA has already been rendered in this element');
          element.append(document.createElement('i'));
          return checks.push(callback) - 1;
        },
        execute: (id) => setTimeout(() => checks[id]('bot-check-token')),
        getResponse: () => '',
        reset() {},
      };
      window[${JSON.stringify(url.searchParams.get('onload'))}]();`,
  };
}
