import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { bootScript } from './boot-script.ts';

/** What differs from a visitor who opens Mia's link in a browser that has everything. */
interface Visitor {
  query?: string;
  userAgent?: string;
  stored?: Record<string, string>;
  localStorage?: PropertyDescriptor;
  /** Properties of the document, such as those of a tab that is hidden. */
  page?: object;
}

/** A fake browser: the values that the script reads, and the changes that it makes. */
function open(script: string, visitor: Visitor = {}) {
  const { query = '?ref=mia', userAgent = '', stored = {} } = visitor;
  const asked: { address: string; body?: unknown; signal?: AbortSignal; keepalive?: true }[] = [];
  const timers: { run: () => void; afterMs: number }[] = [];
  const listeners: Record<string, () => void> = {};
  const dataset: Record<string, string> = {};
  const window: { pageLoad?: { track(action: string): void } } = {};
  const document = {
    documentElement: { dataset },
    visibilityState: 'visible',
    addEventListener: (type: string, listener: () => void) => {
      listeners[type] = listener;
    },
    ...visitor.page,
  };
  const localStorage = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
  };
  const globals = {
    window,
    document,
    location: { search: query },
    navigator: { userAgent },
    crypto: webcrypto,
    fetch: async (address: string, { body, ...options }: { body?: string } = {}) => {
      asked.push({ address, ...options, ...(body && { body: JSON.parse(body) }) });
      return new Response('{}');
    },
    setTimeout: (run: () => void, afterMs: number) => timers.push({ run, afterMs }),
    AbortController,
    URLSearchParams,
    Uint8Array,
    console,
  };
  Object.defineProperty(globals, 'localStorage', visitor.localStorage ?? { value: localStorage });
  runInNewContext(script, globals);
  const change = (event: string, page: object) => {
    Object.assign(document, page);
    listeners[event]?.();
  };
  return { asked, timers, dataset, stored, window, change };
}

const withInviter = bootScript({ hasInviter: true });
const withoutInviter = bootScript({ hasInviter: false });

test('the script runs without our modules, and asks for the profile and reports the view without waiting', () => {
  const { asked, timers, stored } = open(withInviter, { query: '?ref=a%2Fb' });
  const [profile, track] = asked;
  assert.deepEqual(
    asked.map(({ address }) => address),
    ['/api/users/a%2Fb', '/api/track/app-invite'],
  );
  assert.equal(track?.keepalive, true, 'it is sent even if the page is closed');
  assert.equal(JSON.parse(stored['invite_views_a/b'] ?? '').length, 1);
  assert.deepEqual([timers.length, timers[0]?.afterMs], [1, 15_000]);
  timers[0]?.run();
  assert.equal(profile?.signal?.aborted, true);
});

test('a page that is hidden or prerendered makes no call until it is seen, and then each call once', () => {
  for (const [event, unseen, seen] of [
    ['visibilitychange', { visibilityState: 'hidden' }, { visibilityState: 'visible' }],
    ['prerenderingchange', { prerendering: true }, { prerendering: false }],
  ] as const) {
    const { asked, stored, change } = open(withInviter, { page: unseen });
    change('visibilitychange', {});
    assert.deepEqual([asked, stored], [[], {}]);
    for (const page of [seen, unseen, seen]) change(event, page);
    assert.equal(asked.length, 2, event);
    assert.equal(JSON.parse(stored['invite_views_mia'] ?? '').length, 1);
  }
});

test('local storage that is missing, forbidden, full or broken stops no call', () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const troubles: Readonly<Record<string, PropertyDescriptor>> = {
    missing: { value: null },
    forbidden: { get: refuse },
    full: { value: { getItem: () => null, setItem: refuse } },
    broken: { value: { getItem: () => '{"views":99', setItem: () => {} } },
  };
  for (const [trouble, localStorage] of Object.entries(troubles)) {
    const { asked, dataset } = open(withInviter, { localStorage });
    assert.deepEqual([asked.length, dataset['invite']], [2, 'loading'], trouble);
  }
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
