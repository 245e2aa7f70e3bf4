import { expect, type Page, type Request } from '@playwright/test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { newInviter } from './invites.ts';
import { test as mailTest, newSignUp } from './mail-site.ts';
import { MISSING_PAGE, test } from './site.ts';

const KB = 1024;
const MAX_HTML_BYTES = 14 * KB;
/** TCP's initial window of ten segments (RFC 6928): more bytes would need another round trip. */
const FIRST_WINDOW_BYTES = 14_600;

interface Budget {
  readonly requests: number;
  /** The scripts of the page itself, such as no script for admins. */
  readonly scripts: readonly string[];
  readonly scriptBytes: number;
}

const WITHOUT_SCRIPT: Budget = { requests: 4, scripts: [], scriptBytes: 0 };
const OF_HOME: Budget = { requests: 4, scripts: ['home'], scriptBytes: 63 * KB };
/**
 * The friend's name appears only after the script has loaded. The requests are for the page, its script and its font, for
 * the profile, and for counting the view.
 */
const OF_FRIEND: Budget = { requests: 5, scripts: ['invite'], scriptBytes: 2 * KB };
/** Requests for the page and its script, for the session, and for the settings of the sign-in. */
const OF_SIGN_IN: Budget = { requests: 4, scripts: ['analytics'], scriptBytes: 65 * KB };
const OF_LETTER: Budget = { requests: 4, scripts: ['waitlist'], scriptBytes: 64 * KB };

test('each page stays within its budget', async ({ page, site, watch }) => {
  watch.allowComplaint(/status of 404/);
  const { link, id } = await newInviter(site);
  const { home, ...others } = listedScreens;
  const pages = [...Object.values(others), MISSING_PAGE, INVITE_PATH, `${INVITE_PATH}?plan=p`];
  for (const path of pages) await expectWithin(WITHOUT_SCRIPT, page, path);
  for (const path of [home, `${home}?ref=${id}`]) await expectWithin(OF_HOME, page, path);
  await expectWithin(OF_FRIEND, page, link);
  const signIn = await expectWithin(OF_SIGN_IN, page, ANALYTICS_PATH);
  expect(signIn.font, 'bytes of fonts').toBe(0);
});

mailTest('the page of a letter’s link stays within its budget', async ({ page, mail }) => {
  await expectWithin(OF_LETTER, page, (await newSignUp(mail, { isConfirmed: true })).open);
});

async function expectWithin(budget: Budget, page: Page, path: string) {
  const measured = await measure(page, path);
  process.stdout.write(`${path} ${JSON.stringify(measured)}\n`);
  const { encodings, html, headers, requests, scripts, script } = measured;
  expect(encodings, `${path}: brotli everywhere`).toEqual(['br']);
  expect(html, `bytes of HTML of ${path}`).toBeLessThanOrEqual(MAX_HTML_BYTES);
  expect(html + headers, `bytes of the first answer of ${path}`).toBeLessThanOrEqual(
    FIRST_WINDOW_BYTES,
  );
  expect(requests, `requests of ${path}`).toBeLessThanOrEqual(budget.requests);
  expect(scripts, path).toEqual(budget.scripts);
  expect(script, `bytes of JavaScript of ${path}`).toBeLessThanOrEqual(budget.scriptBytes);
  return measured;
}

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
