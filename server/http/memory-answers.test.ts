// Longer than usual: it compares the answers with and without Fastify, for all that a request may contain.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { BlockList, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { calls, pathTo } from '../../contract/calls.ts';
import { callSchemas } from '../../contract/schemas/calls.ts';
import { listedScreens } from '../../contract/screens.ts';
import { listeningApp } from '../../testing/listening-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTrustCheck, plainAddressOf } from './forwarding.ts';

const profile = pathTo(calls.getInviter, 'ana');
const { max } = callSchemas.getInviter.limit;
/** A request with this header goes to Fastify, and has the same answer. */
const BY_FASTIFY = 'content-length: 0';
/** A profile is in memory for a second, and that second may end between two requests. */
const TRIES = 5;

/** Sends requests on one connection. @returns the bytes of all answers, without their dates */
async function send(port: number, ...requests: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  const last = requests.length - 1;
  socket.write(
    requests
      .map((request, index) => {
        const [line, ...headers] = request.split('\n');
        const close = index === last && !headers.some((name) => /^connection/i.test(name));
        const all = [
          `${line} HTTP/1.1`,
          'host: x',
          ...headers,
          ...(close ? ['connection: close'] : []),
        ];
        return `${all.join('\r\n')}\r\n\r\n`;
      })
      .join(''),
  );
  await once(socket, 'close');
  return received.replace(/^date: .*\r\n/gim, '');
}

describe('an answer from memory', () => {
  let site: TestApp;
  let seen: { byFastify: number };
  let port: number;
  before(async () => {
    ({ site, seen, port } = await listeningApp());
  });
  after(() => site.close());

  /** Asserts that an answer of Fastify and one without it have the same bytes. */
  async function assertSame(request: string): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      let before = seen.byFastify;
      const byFastify = await send(port, `${request}\n${BY_FASTIFY}`);
      assert.equal(seen.byFastify, ++before, 'control');
      assert.equal(await send(port, request), byFastify, request);
      if (seen.byFastify === before) return;
    }
    assert.fail(`${request} must not need Fastify`);
  }

  const paths = [
    ...Object.values(listedScreens),
    '/?utm_source=x&a[]=%zz',
    '/favicon.ico',
    '/robots.txt',
    '/invite',
    '/invite?plan=1&ref=ana',
    '/invite?ref=ana',
    profile,
    `${profile}?x=1`,
  ];
  for (const path of paths) {
    test(`has the bytes of Fastify's answer to GET ${path}, in every encoding and as 304`, async () => {
      // After this read, the profile is in memory for a second.
      await site.storage.inviters.find('ana');
      for (const encoding of ['', 'br', 'gzip', 'GZIP, br;q=0', 'identity', 'deflate, *']) {
        const asked = `GET ${path}${encoding && `\naccept-encoding: ${encoding}`}`;
        const first = await send(port, `${asked}\n${BY_FASTIFY}`);
        await assertSame(asked);
        const [, etag = '"none"'] = /^etag: (.*)\r$/im.exec(first) ?? [];
        for (const tags of [etag, `"x", W/${etag}`, '*', '"x"']) {
          await assertSame(`${asked}\nif-none-match: ${tags}`);
        }
      }
      await assertSame(`GET ${path}\nconnection: close`);
    });
  }

  test('has the bytes of Fastify’s answers on a connection with several requests', async () => {
    await site.storage.inviters.find('ana');
    const requests = [`GET ${profile}`, 'GET /', 'GET /invite?ref=ana\nif-none-match: *'];
    const byFastify = await send(port, ...requests.map((request) => `${request}\n${BY_FASTIFY}`));
    assert.equal(await send(port, ...requests), byFastify);
    assert.equal(byFastify.match(/HTTP\/1.1 (200|304) /g)?.length, requests.length);
  });

  test('is only given to plain requests', async () => {
    await site.storage.inviters.find('ana');
    const others = [
      'HEAD /',
      `HEAD ${profile}`,
      'POST /',
      'GET //',
      'GET /%70rivacy',
      'GET /privacy/',
      `GET ${profile}/`,
      'GET /api/users/%61na',
      'GET /api/users/nobody',
      'GET /invite/1?ref=ana',
      'GET /invite?ref=nobody',
      'GET /\nx-forwarded-for: 192.0.2.1',
      'GET /\ntransfer-encoding: chunked\n\n0\n',
      'GET /metrics',
    ];
    for (const request of others) {
      const before = seen.byFastify;
      await send(port, request);
      assert.equal(seen.byFastify, before + 1, request);
    }
  });

  test('is given to no call except the profile', async () => {
    for (const { method, path } of Object.values(calls)) {
      if (path === calls.getInviter.path && method === 'GET') continue;
      const before = seen.byFastify;
      await send(port, `${method} ${path.replace(':id', 'ana')}`);
      assert.equal(seen.byFastify, before + 1, `${method} ${path}`);
    }
  });
});

test('answers from memory are counted for the metrics and for the limits, as those of Fastify', async (t) => {
  const { site, seen, port } = await listeningApp({ rateLimits: true, https: false });
  t.after(() => site.close());
  await site.storage.inviters.find('ana');
  // One more than the limit, alternately without and with Fastify.
  const requests = Array.from({ length: max + 1 }, (_, n) =>
    n % 2 === 0 ? `GET ${profile}` : `GET ${profile}\n${BY_FASTIFY}`,
  );
  let answers = '';
  while (requests.length > 0) answers += await send(port, ...requests.splice(0, 50));
  assert.equal(answers.match(/HTTP\/1.1 200 /g)?.length, max);
  assert.match(answers, /HTTP\/1.1 429 (?:.|\r\n)*retry-after: 60\r\n/);
  assert.ok(seen.byFastify < max, `${seen.byFastify}`);
  const refused = await send(port, `GET ${profile}`);
  assert.equal(refused, await send(port, `GET ${profile}\n${BY_FASTIFY}`));
  const metrics = (await site.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body;
  const counted = new RegExp(
    `^http_requests_total\\{call="GET ${calls.getInviter.path}",code="200"\\} ${max}$`,
    'm',
  );
  assert.match(metrics, counted);
});

test('while a site stops, its answers have "Connection: close", as those of Fastify have', async (t) => {
  const { site, port } = await listeningApp();
  t.after(() => site.close());
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  socket.write('GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(String(await once(socket, 'data')), /^connection: keep-alive\r$/im);
  const closed = site.app.close();
  socket.write('GET /robots.txt HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(String(await once(socket, 'data')), /^connection: close\r$/im);
  await closed;
});

test('a client has the same address with and without Fastify', async (t) => {
  const trustedProxies = new BlockList();
  trustedProxies.addSubnet('127.0.0.0', 8);
  const site = await createTestApp({ trustedProxies });
  t.after(() => site.close());
  const found: [plain: string | undefined, byFastify: string][] = [];
  site.app.addHook('onRequest', (request, _reply, done) => {
    found.push([plainAddressOf(request.raw, createTrustCheck(trustedProxies)), request.ip]);
    done();
  });
  const headers: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '192.0.2.1' },
    { 'x-forwarded-for': '2001:db8::1' },
    { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' },
    { 'x-forwarded-for': '192.0.2.1, 127.0.0.2' },
    { 'x-forwarded-for': '127.0.0.2' },
    { 'x-forwarded-for': ' 192.0.2.1 ' },
    { 'x-forwarded-for': 'unknown' },
    { 'x-forwarded-for': '' },
    { 'x-real-ip': '192.0.2.1' },
    { forwarded: 'for=192.0.2.1' },
  ];
  for (const remoteAddress of ['127.0.0.1', '192.0.2.9', '2001:db8::9', '::1']) {
    for (const each of headers) await site.app.inject({ url: '/', headers: each, remoteAddress });
  }
  assert.equal(found.length, 4 * headers.length);
  const plain = found.filter(([address]) => address !== undefined);
  assert.ok(plain.length >= 7, `${plain.length}`);
  for (const [address, byFastify] of plain) assert.equal(address, byFastify);
});
