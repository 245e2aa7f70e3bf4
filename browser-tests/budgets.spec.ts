import { expect } from '@playwright/test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { expectSmallDocument, KB, measure } from './budgets.ts';
import { newInviter } from './invites.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';

const MAX_SCRIPT_BYTES = 63 * KB;
/**
 * The size limit of the script that fills in a profile: the friend's name appears only after this script has loaded.
 */
const MAX_INVITE_SCRIPT_BYTES = 2 * KB;
const MAX_SIGN_IN_SCRIPT_BYTES = 65 * KB;
const MAX_REQUESTS = 4;
/** Requests for the page, its script and its font, for the profile, and for counting the view. */
const MAX_INVITE_REQUESTS = 5;
/** Requests for the page and its script, for the session, and for the settings of the sign-in. */
const MAX_SIGN_IN_REQUESTS = 4;

const pages = [...Object.values(listedScreens), MISSING_PAGE, INVITE_PATH, `${INVITE_PATH}?plan=p`];

for (const path of pages) {
  test(`${path} stays within its budgets`, async ({ page, watch }) => {
    watch.allowComplaint(/status of 404/);
    const measured = await measure(page, path);
    expectSmallDocument(path, measured);
    expect(measured.requests, 'requests').toBeLessThanOrEqual(MAX_REQUESTS);
    expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(
      path === listedScreens.home ? MAX_SCRIPT_BYTES : 0,
    );
  });
}

test('a friend’s link stays within its budgets', async ({ page, site }) => {
  const { link } = await newInviter(site);
  const measured = await measure(page, link);
  expectSmallDocument('a friend’s link', measured);
  expect(measured.requests, 'requests').toBeLessThanOrEqual(MAX_INVITE_REQUESTS);
  expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(MAX_INVITE_SCRIPT_BYTES);
});

test(`${ANALYTICS_PATH} is small before an admin has signed in`, async ({ page }) => {
  const measured = await measure(page, ANALYTICS_PATH);
  expectSmallDocument(ANALYTICS_PATH, measured);
  expect(measured.requests, 'requests').toBeLessThanOrEqual(MAX_SIGN_IN_REQUESTS);
  expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(MAX_SIGN_IN_SCRIPT_BYTES);
  expect(measured.font, 'bytes of fonts').toBe(0);
});
