import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { NOT_FOUND_TEXT } from '../contract/screens.ts';
import { becomesTrue } from '../testing/databases/own-time.ts';
import { createTestApp, siteForSuite } from '../testing/test-app.ts';

/** The result of a readiness check is reused for one second; three seconds are a margin for a slow machine. */
const READINESS_SEEN_WITHIN_MS = 4_000;

describe('every answer', () => {
  let port: number;
  const site = siteForSuite(createTestApp);
  before(async () => {
    ({ port } = await site.listen());
  });

  /** Sends raw bytes. @returns all bytes that the server sends until it closes the connection */
  async function send(bytes: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    return await text(socket);
  }
  const request = (start: string, more = '') =>
    `${start} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`;

  const answers: Record<string, [status: number, bytes: string]> = {
    'a page': [200, request('GET /')],
    'a HEAD request for a page': [200, request('HEAD /')],
    'a page with a slash at the end': [308, request('GET /privacy/')],
    health: [200, request('GET /healthz')],
    readiness: [200, request('GET /readyz')],
    'the description of the calls': [200, request('GET /api/openapi.json')],
    'the contact for security': [200, request('GET /.well-known/security.txt')],
    'the rules for robots': [200, request('GET /robots.txt')],
    'an unknown page': [404, request('GET /nowhere')],
    'a path that looks like the pattern of a route': [404, request('GET /a:b(c')],
    'a path with .. that points outside the site': [404, request('GET /../../package.json')],
    'a path that cannot be decoded': [404, request('GET /%zz')],
    'an unknown call': [404, request('GET /api/nowhere')],
    'a call with the wrong method': [404, request('GET /api/waitlist')],
    'a page with the wrong method': [404, request('DELETE /')],
    'an unusual method': [415, request('QUERY /api/waitlist', 'content-length: 0\r\n')],
    'a compressed body': [
      415,
      `${request('POST /api/waitlist', 'content-type: application/json\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n')}{}`,
    ],
    TRACE: [404, request('TRACE /')],
    'a body that is not JSON': [
      415,
      request('POST /api/waitlist', 'content-type: text/plain\r\ncontent-length: 0\r\n'),
    ],
    'a body that is too large': [
      413,
      request('POST /api/waitlist', 'content-type: application/json\r\ncontent-length: 999999\r\n'),
    ],
    'a request without the Host header': [400, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    'bytes that are not HTTP': [400, 'NONSENSE\r\n\r\n'],
    'headers that are too large': [431, request('GET /', `x: ${'a'.repeat(17_000)}\r\n`)],
    'two Content-Length headers': [
      400,
      request('POST /api/waitlist', 'content-length: 1\r\ncontent-length: 2\r\n'),
    ],
  };

  for (const [what, [status, bytes]] of Object.entries(answers)) {
    test(`to ${what} is ${status} with the security headers, and says whether it may be kept`, async () => {
      const answer = await send(bytes);
      assert.equal(answer.split(' ', 2)[1], String(status));
      for (const header of [
        /^content-security-policy: default-src 'none'.*frame-ancestors 'none'/im,
        /^x-content-type-options: nosniff/im,
        /^referrer-policy: same-origin/im,
        /^permissions-policy: .*geolocation=\(\)/im,
        /^strict-transport-security: max-age=63072000/im,
        /^x-frame-options: DENY/im,
        status < 400
          ? /^cache-control: (no-store|no-cache|public, max-age=\d+)\r$/im
          : /^cache-control: (no-store|no-cache)\r$/im,
      ]) {
        assert.match(answer, header);
      }
      assert.doesNotMatch(answer, /^(x-powered-by|server):/im);
      assert.doesNotMatch(answer, /fastify|FST_|at \/|node_modules/i);
    });
  }

  test('for an unknown path is the not-found page, and for an unknown call a sentence as JSON', async () => {
    const page = await site.app.inject('/nowhere');
    assert.match(page.headers['content-type'] as string, /^text\/html/);
    assert.match(page.body, new RegExp(NOT_FOUND_TEXT));
    const call = await site.app.inject('/api/nowhere?x=/etc/passwd');
    assert.deepEqual(call.json(), { error: 'There is no call with this method and path.' });
    assert.equal(
      (await site.app.inject('/api')).json().error,
      'There is no call with this method and path.',
    );
    assert.match((await site.app.inject('/apiary')).body, new RegExp(NOT_FOUND_TEXT));
  });

  test('has no HSTS header on a site without https', async () => {
    const plain = await createTestApp({ https: false });
    const { headers } = await plain.app.inject('/');
    await plain.close();
    assert.equal(headers['strict-transport-security'], undefined);
  });
});

describe('readiness', () => {
  test('is 503 while the database does not answer', async () => {
    await using site = await createTestApp();
    assert.equal((await site.app.inject('/readyz')).statusCode, 200);
    await site.storage.close();
    const isNotReady = async () => (await site.app.inject('/readyz')).statusCode === 503;
    await becomesTrue(isNotReady, READINESS_SEEN_WITHIN_MS);
    assert.equal((await site.app.inject('/healthz')).statusCode, 200);
  });

  test('queries the database at most once a second, at any rate of requests', async (t) => {
    await using site = await createTestApp();
    const { mock } = t.mock.method(site.storage.waitlist, 'tryJoin');
    const begun = performance.now();
    // On a machine that stalls, an answer may be 503.
    for (let count = 0; count < 200; count++) await site.app.inject('/readyz');
    const seconds = (performance.now() - begun) / 1_000;
    assert.ok(mock.callCount() <= 1 + seconds, `${mock.callCount()} checks in ${seconds} s`);
  });

  test('is 503 once a stop has begun, without a query to the database', async () => {
    await using site = await createTestApp();
    const { port } = await site.listen();
    // A stop waits for a moment for requests on connections that are kept alive, such as this one.
    const visitor = connect(port, '127.0.0.1');
    await once(visitor, 'connect');
    await site.storage.close();
    const closed = site.app.close();
    while (site.app.server.listening) await new Promise(setImmediate);
    visitor.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.match(await text(visitor), /^HTTP\/1\.1 503 /);
    await closed;
  });
});
