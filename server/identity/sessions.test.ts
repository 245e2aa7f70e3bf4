import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { signIn } from '../../testing/signed-in.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import { hashToken } from '../http/credentials.ts';
import { MAX_UNDER_WAY_OF_ADMIN } from './sessions.ts';

const PHONE = '+15550001111';

describe('a session', () => {
  let site: TestApp;
  let browser: TestBrowser;
  let userId: string;
  let now = TEST_NOW;
  before(async () => {
    site = await createTestApp({ clock: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    browser = new TestBrowser(site);
    userId = await browser.signIn(PHONE);
  });
  after(() => site.close());

  const whoIs = async (asked = browser): Promise<string | null> => {
    const answer = await asked.request({ url: calls.getSession.path });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    return answer.json().userId;
  };
  const signOut = () => browser.request({ method: calls.signOut.method, url: calls.signOut.path });

  test('is valid in its browser and in no other', async () => {
    assert.equal(await whoIs(), userId);
    assert.equal(await whoIs(new TestBrowser(site)), null);
  });

  test('ends on the server at a sign-out, and the browser must clear its cache; other browsers stay signed in', async () => {
    const other = new TestBrowser(site);
    await other.signIn(PHONE);
    const cookies = new Map(browser.cookies);
    const answer = await signOut();
    assert.deepEqual(answer.json(), { signedOut: true });
    assert.equal(answer.headers['clear-site-data'], '"cache"');
    assert.equal(browser.cookies.has('__Host-session'), false);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    assert.equal(await whoIs(), null);
    assert.equal((await signOut()).statusCode, 200, 'a session that does not exist');
    assert.equal(await whoIs(other), userId);
  });

  test('saves last-seen at most once a minute', async () => {
    const seenAt = async () => {
      const token = browser.cookies.get('__Host-session') ?? '';
      return (await site.storage.sessions.find(hashToken(token), now))?.seenAt;
    };
    now += MINUTE_MS - 1;
    await whoIs();
    assert.equal(await seenAt(), TEST_NOW);
    now += 1;
    await whoIs();
    assert.equal(await seenAt(), TEST_NOW + MINUTE_MS);
  });

  test('without https uses a cookie without the prefix __Host-, which requires https', async (t) => {
    const plain = await createTestApp({ https: false });
    t.after(() => plain.close());
    const other = new TestBrowser(plain);
    userId = await other.signIn(PHONE);
    assert.deepEqual([...other.cookies.keys()].toSorted(), ['session', 'sign-in']);
    assert.equal(await whoIs(other), userId);
  });

  test('is no reason to accept a write that a page of another site sends', async () => {
    const writes = [
      { ...calls.signOut, payload: undefined },
      { ...calls.verifyAdmin, payload: { userId } },
      { ...calls.signIn, payload: { verificationId: 'x', code: '123456' } },
      { ...calls.joinWaitlist, payload: { email: 'ana@example.com' } },
    ];
    for (const { method, path: url, payload } of writes) {
      for (const from of ['cross-site', 'same-site']) {
        const answer = await browser.request({
          method,
          url,
          ...(payload && { payload }),
          headers: { 'sec-fetch-site': from },
        });
        assert.equal(answer.statusCode, 403, url);
        assert.deepEqual(answer.json(), { error: 'Only pages of this site may make this call.' });
      }
    }
    const headers = { 'sec-fetch-site': 'same-origin' };
    const own = await browser.request({ url: calls.getSession.path, headers });
    assert.equal(own.json().userId, userId);
  });
});

test('an admin with the maximum number of calls in progress gets 429, and other admins do not', async (t) => {
  const site = await createTestApp();
  t.after(() => site.close());
  const { port } = await site.listen();
  const [many, few] = [await signInAdmin('+15550001111'), await signInAdmin('+15550002222')];
  const request = ({ userId, headers }: typeof many, last = false) =>
    `GET ${calls.getAnalyticsDays.path}?userId=${userId}&days=30 HTTP/1.1\r\nhost: x\r\ncookie: ${headers.cookie}\r\n${last ? 'connection: close\r\n' : ''}\r\n`;
  const statusesOf = async (requests: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(requests);
    const answers = await text(socket);
    return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  };

  // Node would warn of a leak if each call added its own listener to the connection.
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  t.after(() => process.off('warning', keep));
  // The server reads all requests of one write before the database has answered the first of them.
  const pipelined = request(many).repeat(MAX_UNDER_WAY_OF_ADMIN + 9) + request(many, true);
  const [statuses, others] = await Promise.all([
    statusesOf(pipelined),
    statusesOf(request(few, true)),
  ]);
  assert.ok(statuses.filter((status) => status === 200).length >= MAX_UNDER_WAY_OF_ADMIN);
  assert.ok(statuses.includes(429), statuses.join());
  assert.deepEqual(others, [200]);
  assert.deepEqual(await statusesOf(request(many, true)), [200]);
  assert.deepEqual(warnings, []);

  async function signInAdmin(phone: string) {
    await site.storage.admins.add(phone, site.clock());
    return await signIn(site, phone);
  }
});
