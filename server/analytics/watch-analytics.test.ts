// Long because the tests of the live stream, and of its end, share their site.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { LIVE_INTERVAL_MS } from '../../contract/analytics.ts';
import { calls } from '../../contract/calls.ts';
import { ownTime } from '../../testing/databases/own-time.ts';
import { type SignedIn, signIn } from '../../testing/signed-in.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { versionAt } from './analytics-calls.ts';
import { LiveVersion } from './live-version.ts';
import { MAX_WATCHERS_OF_ADMIN } from './watch-analytics.ts';

const ADMIN = '+15550001111';
const OTHER_ADMIN = '+15550002222';
const TOKEN = 'a-token-for-reading-the-metrics';

describe('GET /api/analytics/live', () => {
  let site: TestApp;
  let admin: SignedIn;
  let now: number;
  beforeEach(async () => {
    now = TEST_NOW;
    site = await createTestApp({ metricsTokens: [TOKEN], clock: () => now });
    await site.storage.admins.add(ADMIN, TEST_NOW);
    admin = await signIn(site, ADMIN);
    await site.listen();
  });
  afterEach(() => site.close());

  function siteUrl(): string {
    const address = site.app.server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address?.port}`;
  }

  async function watch(): Promise<AsyncIterator<string>> {
    const url = `${siteUrl()}${calls.watchAnalytics.path}?userId=${admin.userId}`;
    const response = await fetch(url, { headers: admin.headers });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const lines: Interface = createInterface({ input: Readable.fromWeb(response.body as never) });
    return versions(lines);
  }

  async function* versions(lines: Interface): AsyncGenerator<string> {
    for await (const line of lines) if (line.startsWith('data: ')) yield line;
  }

  /** Access is checked every second. Two more seconds are a margin for a slow machine. */
  async function endsSoon(live: AsyncIterator<string>): Promise<void> {
    const took = await ownTime(async () => assert.equal((await live.next()).done, true));
    assert.ok(took < LIVE_INTERVAL_MS + 2_000, `it took ${took} ms`);
  }

  const view = (eventId: string) =>
    site.storage.inviteEvents.visit({
      inviterId: 'ana',
      action: 'page_view',
      eventId,
      at: TEST_NOW,
      excluded: undefined,
    });

  test('sends the current version first and a new version after an event, but no figures', async () => {
    await site.storage.inviters.put({
      id: 'ana',
      username: 'unmistakable',
      firstName: null,
      profileImageUrl: null,
    });
    const live = await watch();
    const first = await live.next();
    await view('load-0001');
    const second = await live.next();
    assert.notEqual(second.value, first.value);
    assert.doesNotMatch(second.value, /unmistakable/);
  });

  test('ends after the current version if only this version is requested', async () => {
    const { body } = await site.app.inject({
      url: calls.watchAnalytics.path,
      query: { userId: admin.userId, once: 'true' },
      headers: admin.headers,
    });
    const version = versionAt(TEST_NOW, await site.storage.analytics.version());
    assert.equal(body, `data: ${version}\n\n`);
  });

  test('sends a new version when a day (UTC) begins, and the figures of that day have this version', async () => {
    const ask = async ({ path: url }: { path: string }, query: Record<string, string> = {}) => {
      const sent = { url, query: { userId: admin.userId, ...query }, headers: admin.headers };
      return (await site.app.inject(sent)).json();
    };
    const midnight = Date.UTC(2025, 5, 15);
    let before = '';
    let live: AsyncIterator<string> | undefined;
    for (const [at, today] of [
      [midnight - 1, '2025-06-14'],
      [midnight, '2025-06-15'],
    ] as const) {
      now = at;
      const { days, version } = await ask(calls.getAnalyticsDays, { days: '30' });
      assert.equal(days.at(-1).day, today);
      assert.notEqual(version, before);
      assert.equal((await ask(calls.getAnalytics)).version, version);
      assert.equal((await ask(calls.getAnalytics, { limit: '1' })).version, version);
      live ??= await watch();
      assert.equal((await live.next()).value, `data: ${version}`);
      before = version;
    }
  });

  const { method, path } = calls.signOut;
  const losses = {
    'is removed': () => site.storage.admins.remove(ADMIN, TEST_NOW),
    'signs out': () => site.app.inject({ method, url: path, headers: admin.headers }),
  };
  for (const [how, loseAccess] of Object.entries(losses)) {
    test(`ends within about a second after the admin ${how}`, async () => {
      const live = await watch();
      await live.next();
      await loseAccess();
      await endsSoon(live);
    });
  }

  test('is refused to an admin with the maximum number of streams until one closes, but not to other admins', async () => {
    const open = async ({ userId, headers }: SignedIn) => {
      const ended = new AbortController();
      const url = `${siteUrl()}${calls.watchAnalytics.path}?userId=${userId}`;
      const response = await fetch(url, { headers, signal: ended.signal });
      // Keep the response: fetch closes the connection of a response that was garbage-collected.
      return { status: response.status, response, close: () => ended.abort() };
    };
    const many = Array.from({ length: MAX_WATCHERS_OF_ADMIN }, () => open(admin));
    const [first, ...others] = await Promise.all(many);
    await site.storage.admins.add(OTHER_ADMIN, TEST_NOW);
    // A second session of the same admin counts for the same maximum.
    const again = await open(await signIn(site, ADMIN));
    const other = await open(await signIn(site, OTHER_ADMIN));
    first?.close();
    let later = await open(admin);
    while (later.status === 429) later = await open(admin);
    for (const { close } of [...others, other, later]) close();
    const statuses = [first, ...others, again, other, later].map((live) => live?.status);
    assert.deepEqual(statuses, [...Array(MAX_WATCHERS_OF_ADMIN).fill(200), 429, 200, 200]);
  });

  test('does not count a connection that closed before its stream began', async () => {
    const { port } = new URL(siteUrl());
    const headers = `host: localhost\r\ncookie: ${admin.headers.cookie}\r\n\r\n`;
    const request = `GET ${calls.watchAnalytics.path}?userId=${admin.userId} HTTP/1.1\r\n${headers}`;
    for (const before of ['', `GET /api/analytics?userId=${admin.userId} HTTP/1.1\r\n${headers}`]) {
      for (let n = 0; n < 20; n++) {
        const socket = connect(Number(port), '127.0.0.1');
        await new Promise<void>((sent) => socket.write(`${before}${request}`, () => sent()));
        socket.resetAndDestroy();
      }
    }
    // The closed requests came first, so they have been handled when this stream gets its first version.
    await (await watch()).next();
    const { body } = await site.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    assert.equal(/^site_live_watchers (\d+)$/m.exec(body)?.[1], '1');
  });

  test('ends immediately if it is requested during a stop, on a connection that is still open, and does not delay the stop', async () => {
    const live = await watch();
    await live.next();
    const { port, host } = new URL(siteUrl());
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    socket.write(`GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    const took = await ownTime(async () => {
      const stopped = site.app.close();
      assert.equal((await live.next()).done, true);
      const headers = `host: ${host}\r\ncookie: ${admin.headers.cookie}\r\n\r\n`;
      socket.write(
        `GET ${calls.watchAnalytics.path}?userId=${admin.userId} HTTP/1.1\r\n${headers}`,
      );
      assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n/);
      await stopped;
    });
    assert.ok(took < 5_000, `it took ${took} ms`);
  });
});

test('a stream that ends while its access is checked gets no further version', async (t) => {
  const site = await createTestApp();
  t.after(() => site.close());
  const live = new LiveVersion(site);
  const heard: string[] = [];
  const ended = Promise.withResolvers<void>();
  live.add({
    userId: 'ana',
    async isAllowed() {
      live.close();
      return true;
    },
    send: () => heard.push('send'),
    end() {
      heard.push('end');
      ended.resolve();
    },
  });
  await ended.promise;
  await new Promise(setImmediate);
  assert.deepEqual(heard, ['end']);
});
