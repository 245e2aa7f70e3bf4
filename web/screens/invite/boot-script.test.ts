import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { bootScript } from './boot-script.ts';

interface Visitor {
  query?: string;
  userAgent?: string;
  stored?: Record<string, string>;
}

/** A fake browser: the values that the script reads, and the changes that it makes. */
function open(script: string, { query = '?ref=mia', userAgent = '', stored = {} }: Visitor = {}) {
  const asked: { address: string; body?: unknown }[] = [];
  const dataset: Record<string, string> = {};
  const window: { pageLoad?: { track(action: string): void } } = {};
  runInNewContext(script, {
    window,
    document: {
      documentElement: { dataset },
      visibilityState: 'visible',
      addEventListener: () => {},
    },
    location: { search: query },
    navigator: { userAgent },
    localStorage: {
      getItem: (key: string) => stored[key] ?? null,
      setItem: (key: string, value: string) => {
        stored[key] = value;
      },
    },
    crypto: webcrypto,
    fetch: async (address: string, options?: { body?: string }) => {
      asked.push({ address, ...(options?.body && { body: JSON.parse(options.body) }) });
      return new Response('{}');
    },
    setTimeout: () => 0,
    AbortController,
    URLSearchParams,
    Uint8Array,
    console,
  });
  return { asked, dataset, stored, window };
}

const withInviter = bootScript({ hasInviter: true });
const withoutInviter = bootScript({ hasInviter: false });

test('the script is self-contained: it runs without our modules', () => {
  const { asked, stored } = open(withInviter, { query: '?ref=a%2Fb' });
  assert.deepEqual(
    asked.map(({ address }) => address),
    ['/api/users/a%2Fb', '/api/track/app-invite'],
  );
  assert.equal(JSON.parse(stored['invite_views_a/b'] ?? '').length, 1);
});

test('all events of a page load have the same id, which begins with the time of the load and differs from that of another load', () => {
  const ids = [open(withInviter), open(withInviter)].map(({ asked, window }) => {
    window.pageLoad?.track('download_clicked');
    const events = asked.flatMap(({ body }) => (body ? [body as { eventId: string }] : []));
    assert.equal(events.length, 2);
    assert.equal(events[0]?.eventId, events[1]?.eventId);
    return events[0]?.eventId ?? '';
  });
  assert.match(ids[0] ?? '', /^[0-9a-z]{8}-[0-9a-f]{32}$/);
  assert.notEqual(ids[0], ids[1]);
});

test('a view over the limit makes no call and is marked', () => {
  const stored = { invite_views_mia: JSON.stringify(Array(10).fill(Date.now())) };
  const { asked, dataset } = open(withInviter, { stored });
  assert.deepEqual(asked, []);
  assert.equal(dataset['invite'], 'limited');
});

test('a page without an inviter counts its views, and makes no call', () => {
  for (const query of ['', '?ref=', '?plan=p']) {
    const { asked, stored, window } = open(withoutInviter, { query });
    assert.deepEqual([asked, Object.keys(stored), window], [[], ['invite_views_unknown'], {}]);
  }
  const { stored } = open(withoutInviter, { query: '?plan=p&ref=mia' });
  assert.deepEqual(Object.keys(stored), ['invite_views_mia']);
});

test('Android is detected by the user agent', () => {
  assert.equal(
    open(withoutInviter, { userAgent: 'Linux; Android 15' }).dataset['platform'],
    'android',
  );
  assert.equal(open(withoutInviter, { userAgent: 'iPhone' }).dataset['platform'], undefined);
});
