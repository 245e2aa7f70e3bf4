import { expect, type Page, type Request } from '@playwright/test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { newInviter } from './invites.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';

const KB = 1024;
const MAX_SCRIPT_BYTES = 64 * KB;
/**
 * The size limit of the script that fills in a profile: the friend's name appears only after this script has loaded.
 */
const MAX_INVITE_SCRIPT_BYTES = 2 * KB;
const MAX_HTML_BYTES = 14 * KB;
/** TCP's initial window of ten segments (RFC 6928): more bytes would need another round trip. */
const FIRST_WINDOW_BYTES = 14_600;
const MAX_REQUESTS = 4;
/** Requests for the page, its script and its font, for the profile, and for counting the view. */
const MAX_INVITE_REQUESTS = 5;

/** Loads a page in a window of a phone's size, and measures what is sent over the network before any input. */
async function measure(page: Page, path: string) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    // The favicon is not counted, because only a headed browser requests it.
    if (!request.url().endsWith('/favicon.svg')) requests.push(request);
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizesOf = async (type: string) => {
    const chosen = requests.filter((request) => request.resourceType() === type);
    return await Promise.all(chosen.map((request) => request.sizes()));
  };
  const bytesOf = async (type: string) => {
    const sizes = await sizesOf(type);
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  const [document] = await sizesOf('document');
  const encodings = await Promise.all(
    requests
      .filter((request) => ['document', 'script'].includes(request.resourceType()))
      .map(async (request) => (await request.response())?.headers()['content-encoding']),
  );
  return {
    html: await bytesOf('document'),
    headers: document?.responseHeadersSize ?? Number.NaN,
    script: await bytesOf('script'),
    font: await bytesOf('font'),
    requests: requests.length,
    encodings: [...new Set(encodings)],
  };
}

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
  expect(measured.font, 'bytes of fonts').toBe(0);
});

function expectSmallDocument(path: string, measured: Awaited<ReturnType<typeof measure>>): void {
  process.stdout.write(`${path} ${JSON.stringify(measured)}\n`);
  expect(measured.encodings, 'brotli everywhere').toEqual(['br']);
  expect(measured.html, 'bytes of HTML').toBeLessThanOrEqual(MAX_HTML_BYTES);
  expect(measured.html + measured.headers, 'bytes of the first answer').toBeLessThanOrEqual(
    FIRST_WINDOW_BYTES,
  );
}
