import { expect, type Page, type Request } from '@playwright/test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens, WAITLIST_PATH } from '../contract/screens.ts';
import { newInviter } from './invites.ts';
import { test as mailTest, newSignUp } from './mail-site.ts';
import { MISSING_PAGE, test } from './site.ts';

const KB = 1024;
const MAX_HTML_BYTES = 14 * KB;
/** TCP's initial window of ten segments (RFC 6928): more bytes would need another round trip. */
const FIRST_WINDOW_BYTES = 14_600;
const MAX_SCRIPT_BYTES = 63 * KB;
/**
 * The size limit of the script that fills in a profile: the friend's name appears only after this script has loaded.
 */
const MAX_INVITE_SCRIPT_BYTES = 2 * KB;
const MAX_MAIL_LINK_SCRIPT_BYTES = 64 * KB;
const MAX_SIGN_IN_SCRIPT_BYTES = 65 * KB;
const MAX_REQUESTS = 4;
/** Requests for the page, its script and its font, for the profile, and for counting the view. */
const MAX_INVITE_REQUESTS = 5;
/** Requests for the page and its script, for the session, and for the settings of the sign-in. */
const MAX_SIGN_IN_REQUESTS = 4;

const pages = [...Object.values(listedScreens), MISSING_PAGE, INVITE_PATH, `${INVITE_PATH}?plan=p`];

test('each page without an inviter stays within its budgets', async ({ page, watch }) => {
  watch.allowComplaint(/status of 404/);
  for (const path of pages) {
    const measured = await measure(page, path);
    expectSmallDocument(path, measured);
    expect(measured.requests, `requests of ${path}`).toBeLessThanOrEqual(MAX_REQUESTS);
    const isHome = path === listedScreens.home;
    expect(measured.script, `bytes of JavaScript of ${path}`).toBeLessThanOrEqual(
      isHome ? MAX_SCRIPT_BYTES : 0,
    );
    // Only the script of the page itself, such as no script for admins.
    expect(measured.scripts, path).toEqual(isHome ? ['home'] : []);
  }
});

test('a friend’s link and the home page to which it leads stay within their budgets', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const measured = await measure(page, link);
  expectSmallDocument('a friend’s link', measured);
  expect(measured.requests, 'requests').toBeLessThanOrEqual(MAX_INVITE_REQUESTS);
  expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(MAX_INVITE_SCRIPT_BYTES);
  expect(measured.scripts).toEqual(['invite']);
  const home = await measure(page, `${listedScreens.home}?ref=${id}`);
  expectSmallDocument('the home page of a friend’s link', home);
  expect(home.requests, 'requests').toBeLessThanOrEqual(MAX_REQUESTS);
});

test(`${ANALYTICS_PATH} is small before an admin has signed in`, async ({ page }) => {
  const measured = await measure(page, ANALYTICS_PATH);
  expectSmallDocument(ANALYTICS_PATH, measured);
  expect(measured.requests, 'requests').toBeLessThanOrEqual(MAX_SIGN_IN_REQUESTS);
  expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(MAX_SIGN_IN_SCRIPT_BYTES);
  expect(measured.scripts).toEqual(['analytics']);
  expect(measured.font, 'bytes of fonts').toBe(0);
});

mailTest('the page of a letter’s link stays within its budgets', async ({ page, mail }) => {
  const { open } = await newSignUp(mail, { isConfirmed: true });
  const measured = await measure(page, open);
  expectSmallDocument(WAITLIST_PATH, measured);
  expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(MAX_MAIL_LINK_SCRIPT_BYTES);
});

/** Loads a page in a window of a phone's size, and measures what is sent over the network before any input. */
async function measure(page: Page, path: string) {
  const requests: Request[] = [];
  const note = (request: Request) => {
    // The favicon is not counted, because only a headed browser requests it.
    if (!request.url().endsWith('/favicon.svg')) requests.push(request);
  };
  page.on('request', note);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('request', note);
  const sent = await Promise.all(
    requests.map(async (request) => ({
      type: request.resourceType(),
      encoding: (await request.response())?.headers()['content-encoding'],
      ...(await request.sizes()),
    })),
  );
  const ofType = (...types: string[]) => sent.filter(({ type }) => types.includes(type));
  const bytesOf = (type: string) =>
    ofType(type).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  return {
    html: bytesOf('document'),
    headers: ofType('document')[0]?.responseHeadersSize ?? Number.NaN,
    script: bytesOf('script'),
    scripts: requests.flatMap(
      (one) => /\/assets\/([a-z-]+?)-[\w-]{8}\.js/.exec(one.url())?.[1] ?? [],
    ),
    font: bytesOf('font'),
    requests: requests.length,
    encodings: [...new Set(ofType('document', 'script').map(({ encoding }) => encoding))],
  };
}

function expectSmallDocument(path: string, measured: Awaited<ReturnType<typeof measure>>): void {
  process.stdout.write(`${path} ${JSON.stringify(measured)}\n`);
  expect(measured.encodings, `${path}: brotli everywhere`).toEqual(['br']);
  expect(measured.html, `bytes of HTML of ${path}`).toBeLessThanOrEqual(MAX_HTML_BYTES);
  expect(
    measured.html + measured.headers,
    `bytes of the first answer of ${path}`,
  ).toBeLessThanOrEqual(FIRST_WINDOW_BYTES);
}
