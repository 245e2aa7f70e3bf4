import { expect, type Page, type Request } from '@playwright/test';

export const KB = 1024;
const MAX_HTML_BYTES = 14 * KB;
/** TCP's initial window of ten segments (RFC 6928): more bytes would need another round trip. */
const FIRST_WINDOW_BYTES = 14_600;

/** Loads a page in a window of a phone's size, and measures what is sent over the network before any input. */
export async function measure(page: Page, path: string) {
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

export function expectSmallDocument(
  path: string,
  measured: Awaited<ReturnType<typeof measure>>,
): void {
  process.stdout.write(`${path} ${JSON.stringify(measured)}\n`);
  expect(measured.encodings, 'brotli everywhere').toEqual(['br']);
  expect(measured.html, 'bytes of HTML').toBeLessThanOrEqual(MAX_HTML_BYTES);
  expect(measured.html + measured.headers, 'bytes of the first answer').toBeLessThanOrEqual(
    FIRST_WINDOW_BYTES,
  );
}
