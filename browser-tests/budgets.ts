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
    font: bytesOf('font'),
    requests: requests.length,
    encodings: [...new Set(ofType('document', 'script').map(({ encoding }) => encoding))],
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
