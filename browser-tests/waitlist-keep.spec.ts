import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { keepTexts } from '../web/screens/answers/letter-answer-texts.ts';
import { author } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { test as base, newSignUp, startMailSite, waitlistPage } from './mail-site.ts';
import { expectNoViolations } from './violations.ts';

const { asked, kept, gone } = keepTexts;
/** No launch has begun, so the page names no day. */
const forAndroid = (text: string) =>
  text.replaceAll('{{toCome}}', 'Android').replace('{{otherwise}}', '');

/** The app is launched for iPhone only. */
const test = base.extend({
  mail: async ({ share }, use) => use(await share('mail, launched', startLaunchedSite)),
});

async function startLaunchedSite() {
  const started = await startMailSite();
  const { availability } = started.server.storage;
  const iosLink = 'https://apps.apple.com/app/id1234567890';
  await availability.change({ ios: 'launched', iosLink }, author);
  return started;
}

test.beforeEach(async ({ mail, request }) => {
  // The server follows the state of the app within a second.
  const { keep } = await newSignUp(mail);
  await expect
    .poll(async () => (await request.get(keep)).text())
    .toContain(forAndroid(asked.title));
});

test('somebody who has left is told that there is nothing to keep, and once both platforms are launched the link opens the home page', async ({
  page,
  mail: { storage, ...mail },
  watch,
}) => {
  watch.allowComplaint(/status of 410/);
  const { email, keep } = await newSignUp({ storage, ...mail }, { isConfirmed: true });
  const { heading, button } = waitlistPage(page);
  await page.goto(keep);
  await storage.members.leave(email, Date.now());
  await button(forAndroid(asked.keep)).click();
  await expect(heading).toHaveText(gone.title);
  const androidLink = 'https://play.google.com/store/apps/details?id=com.example.app';
  await storage.availability.change({ android: 'launched', androidLink }, author);
  await expect(async () => {
    await page.goto(keep);
    expect(new URL(page.url()).pathname).toBe(listedScreens.home);
  }).toPass();
  await storage.availability.undo(author);
});

// `launch.test.ts` tests that nothing is changed before the press.
test('the page of the link to be kept can be read and pressed at every size and scheme, and keeps the person', async ({
  page,
  mail,
}) => {
  const { email, keep } = await newSignUp(mail);
  const sql = `SELECT kept_at FROM waitlist WHERE email = '${email}'`;
  const { heading, button } = waitlistPage(page);
  await page.goto(keep);
  await expect(page.getByRole('main')).toContainText(forAndroid(asked.words));
  await expectNoFaults(page);
  await button(forAndroid(asked.keep)).press('Enter');
  await expect(heading).toHaveText(kept.title);
  await expect(page.getByRole('main')).toContainText(forAndroid(kept.words));
  expect(Number((await query(mail.databaseUrl, sql))[0]?.['kept_at'])).toBeGreaterThan(0);
  await expectNoViolations(page);
  await expectNoFaults(page);
});
