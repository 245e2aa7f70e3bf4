import { expect, type Page, type Request } from '@playwright/test';
import { screens } from '../contract/screens.ts';
import { test } from './site.ts';

const KB = 1024;
const MAX_SCRIPT_BYTES = 64 * KB;
const MAX_HTML_BYTES = 14 * KB;
/** Ten segments: what a server sends before it waits for the browser. */
const FIRST_WINDOW_BYTES = 14_600;
const MAX_REQUESTS = 4;

/** Loads a page as a phone does, and measures what goes over the wire before anybody touches it. */
async function measure(page: Page, path: string) {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
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

for (const path of [...Object.values(screens), '/nobody-is-here']) {
  test(`${path} keeps its budgets`, async ({ page, watch }) => {
    watch.expectComplaint(/status of 404/);
    const measured = await measure(page, path);
    process.stdout.write(`${path} ${JSON.stringify(measured)}\n`);
    expect(measured.encodings, 'brotli everywhere').toEqual(['br']);
    expect(measured.html, 'bytes of HTML').toBeLessThanOrEqual(MAX_HTML_BYTES);
    expect(measured.html + measured.headers, 'bytes of the first answer').toBeLessThanOrEqual(
      FIRST_WINDOW_BYTES,
    );
    expect(measured.requests, 'requests').toBeLessThanOrEqual(MAX_REQUESTS);
    expect(measured.script, 'bytes of JavaScript').toBeLessThanOrEqual(
      path === screens.home ? MAX_SCRIPT_BYTES : 0,
    );
  });
}
