// Longer than usual: it compares the answers with and without Fastify, for all that a call may contain.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { calls } from '../../contract/calls.ts';
import { callSchemas } from '../../contract/schemas/calls.ts';
import { listeningApp } from '../../testing/listening-app.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { signUpsWithoutProof } from '../waitlist/sign-up-proofs.ts';

const PLAIN = 'application/json';
/** A request with this type goes to Fastify, and has the same answer. */
const BY_FASTIFY = 'application/json; charset=utf-8';

interface Post {
  path: string;
  body: string | Buffer;
  type?: string;
  headers?: readonly string[];
  /** The body comes in two parts. */
  inTwo?: boolean;
}

/** Sends requests on one connection. @returns the bytes of all answers, without their dates */
async function send(port: number, ...posts: Post[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay();
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  for (const [index, { path, body, type = PLAIN, headers = [], inTwo }] of posts.entries()) {
    const lines = [
      `POST ${path} HTTP/1.1`,
      'host: x',
      `user-agent: ${A_PERSON}`,
      `content-type: ${type}`,
      `content-length: ${Buffer.byteLength(body)}`,
      ...headers,
      ...(index === posts.length - 1 ? ['connection: close'] : []),
    ];
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    const whole = Buffer.concat([head, Buffer.from(body)]);
    const half = inTwo ? head.length + 5 : whole.length;
    await new Promise((written) => socket.write(whole.subarray(0, half), written));
    // The server runs in this process. After this many turns of the event loop it has read the first part of the body.
    for (let turn = 0; inTwo && turn < 10; turn++) await setImmediate();
    socket.write(whole.subarray(half));
  }
  await once(socket, 'close');
  return received.replace(/^date: .*\r\n/gim, '');
}

const tracking = calls.trackInvite.path;
const waitlist = calls.joinWaitlist.path;
const visit = (change: object = {}) =>
  JSON.stringify({ refUserId: 'ana', action: 'page_view', ...change });

describe('a call', () => {
  let site: TestApp;
  let seen: { byFastify: number };
  let port: number;
  before(async () => {
    ({ site, seen, port } = await listeningApp());
  });
  after(() => site.close());

  /** @param isPlain whether the first request is answered without Fastify */
  async function assertSame(post: Post, isPlain: boolean): Promise<string> {
    const before = seen.byFastify;
    const plain = await send(port, post);
    assert.equal(seen.byFastify - before, isPlain ? 0 : 1, 'seen by Fastify');
    assert.equal(plain, await send(port, { ...post, type: BY_FASTIFY }));
    assert.equal(seen.byFastify - before, isPlain ? 1 : 2, 'control');
    return plain;
  }

  const answered: [name: string, post: Post, status: RegExp][] = [
    ['a visit', { path: tracking, body: visit() }, /^HTTP\/1.1 200 /],
    ['a repeated visit', { path: tracking, body: visit({ eventId: 'abcdefgh' }) }, / 200 /],
    [
      'a visit to an unknown inviter',
      { path: tracking, body: visit({ refUserId: 'nobody' }) },
      / 404 /,
    ],
    ['a lone surrogate', { path: tracking, body: visit({ refUserId: '\ud800' }) }, / 404 /],
    ['a sign-up', { path: waitlist, body: '{"email":"ana@example.com"}' }, /^HTTP\/1.1 200 /],
    ['an invalid address', { path: waitlist, body: '{"email":"ana"}' }, / 400 /],
    ['a colon in a text', { path: waitlist, body: '{"email":"a:b:c@example.com"}' }, / 200 /],
  ];
  for (const [name, post, status] of answered) {
    test(`with ${name} gets, without Fastify, the bytes of Fastify's answer`, async () => {
      assert.match(await assertSame(post, true), status);
    });
  }

  const refused: [name: string, post: Post][] = [
    ['another field', { path: tracking, body: visit({ extra: 1 }) }],
    ['a missing field', { path: tracking, body: '{"refUserId":"ana"}' }],
    ['another action', { path: tracking, body: visit({ action: 'x' }) }],
    [
      'a repeated key',
      { path: waitlist, body: '{"email":"a@example.com","email":"b@example.com"}' },
    ],
    ['the key __proto__', { path: waitlist, body: '{"email":"a@example.com","__proto__":{}}' }],
    ['no JSON', { path: waitlist, body: '{"email":' }],
    ['no object', { path: waitlist, body: '1' }],
    ['null', { path: waitlist, body: 'null' }],
    ['no UTF-8', { path: waitlist, body: Buffer.from('{"email":"\xff@example.com"}', 'latin1') }],
    ['no body', { path: waitlist, body: '' }],
    ['a long body', { path: waitlist, body: `{"email":"${'a'.repeat(2_000)}@example.com"}` }],
    ['a body that is too long', { path: waitlist, body: ' '.repeat(20_000) }],
    ['compression', { path: tracking, body: visit(), headers: ['content-encoding: gzip'] }],
    ['another path', { path: `${tracking}/`, body: visit() }],
    ['a query', { path: `${tracking}?x`, body: visit() }],
    [
      'a forged address',
      { path: tracking, body: visit(), headers: ['x-forwarded-for: 192.0.2.1'] },
    ],
    ['a body in two parts', { path: tracking, body: visit(), inTwo: true }],
  ];
  for (const [name, post] of refused) {
    test(`with ${name} is answered by Fastify`, async () => {
      await assertSame(post, false);
    });
  }

  test('from a page of another site gets the refusal of Fastify', async () => {
    const post = { path: tracking, body: visit(), headers: ['sec-fetch-site: same-site'] };
    const refused = await send(port, post);
    assert.match(refused, /^HTTP\/1.1 403 /);
    assert.equal(refused, await send(port, { ...post, type: BY_FASTIFY }));
  });

  test('is answered in order on a connection with several calls', async () => {
    const posts = [
      visit(),
      '{',
      visit({ refUserId: 'nobody' }),
      visit({ action: 'download_clicked' }),
    ];
    const asked = posts.map((body) => ({ path: tracking, body }));
    const plain = await send(port, ...asked);
    assert.equal(plain, await send(port, ...asked.map((post) => ({ ...post, type: BY_FASTIFY }))));
    assert.match(plain, /^HTTP\/1.1 200 /);
  });

  test('is stored once', async () => {
    const views = async () => (await site.storage.inviteEvents.totals()).total.pageViews;
    const before = await views();
    await send(port, { path: tracking, body: visit() });
    assert.equal(await views(), before + 1, 'without an event id');
    await send(port, { path: tracking, body: visit({ eventId: 'only-once' }) });
    await send(port, { path: tracking, body: visit({ eventId: 'only-once' }), type: BY_FASTIFY });
    assert.equal(await views(), before + 2, 'twice with the same event id');
  });
});

test('plain calls count for the limit and for the metrics, also those that Fastify refuses', async (t) => {
  const { site, seen, port } = await listeningApp({ rateLimits: true, https: false });
  t.after(() => site.close());
  const { max } = callSchemas.trackInvite.limit;
  const posts: Post[] = Array.from({ length: max }, (_, n) => {
    const post = { path: tracking, body: n % 3 === 0 ? '{}' : visit() };
    return { ...post, type: n % 2 === 0 ? PLAIN : BY_FASTIFY };
  });
  let answers = '';
  while (posts.length > 0) {
    answers += await send(port, ...posts.splice(0, 40));
  }
  assert.equal(answers.match(/HTTP\/1.1 200 /g)?.length, (max * 2) / 3);
  assert.equal(answers.match(/HTTP\/1.1 429 /g), null);
  const byFastify = seen.byFastify;
  const refused = await send(port, { path: tracking, body: visit() });
  assert.match(refused, /^HTTP\/1.1 429 (?:.|\r\n)*retry-after: 60\r\n/);
  assert.equal(seen.byFastify, byFastify + 1);
  const metrics = (await site.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body;
  const counted = `http_requests_total{call="POST ${tracking}",code="200"} ${(max * 2) / 3}\n`;
  assert.ok(metrics.includes(counted), counted);
});

test('a plain sign-up without a needed proof of work is refused as by Fastify', async (t) => {
  const { site, port } = await listeningApp({ rateLimits: true });
  t.after(() => site.close());
  for (let n = 0; n < signUpsWithoutProof.max; n++) {
    const payload = { email: `n${n}@example.com` };
    await site.app.inject({ method: 'POST', url: waitlist, payload, remoteAddress: '127.0.0.1' });
  }
  const post = { path: waitlist, body: '{"email":"one-more@example.com"}' };
  const refused = await send(port, post);
  assert.match(refused, /^HTTP\/1.1 429 (?:.|\r\n)*proof-needed/);
  assert.equal(refused, await send(port, { ...post, type: BY_FASTIFY }));
});

test('a plain call while the database is unavailable is answered with 503, as by Fastify', async (t) => {
  const { site, port } = await listeningApp();
  t.after(() => site.close());
  await site.storage.close();
  const post = { path: waitlist, body: '{"email":"ana@example.com"}' };
  const failed = await send(port, post);
  assert.match(failed, /^HTTP\/1.1 503 /);
  assert.equal(failed, await send(port, { ...post, type: BY_FASTIFY }));
  assert.ok(site.lines.some((line) => line.includes('A request failed.')));
});

test('a plain call that is refused immediately is read to its end, so that its connection stays open', {
  timeout: 30_000,
}, async (t) => {
  const { site, port } = await listeningApp();
  t.after(() => site.close());
  const read = Promise.withResolvers<void>();
  site.app.server.once('request', (request) => request.once('end', read.resolve));
  const answer = await send(port, { path: waitlist, body: JSON.stringify({ email: 'ana@' }) });
  assert.match(answer, /^HTTP\/1.1 400 /);
  await read.promise;
});
