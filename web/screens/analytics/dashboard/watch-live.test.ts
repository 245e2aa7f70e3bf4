import assert from 'node:assert/strict';
import { once as onceEmitted } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIVE_SILENCE_MS } from '../../../../contract/analytics.ts';
import { LONGEST_PAUSE_MS, watchLive } from './watch-live.ts';

type Answer = (response: ServerResponse) => void;

/**
 * Watches a server that answers each stream with the next of `answers`, and repeats the last answer. A request for only
 * one version is answered by `once`.
 */
function watch(t: TestContext, answers: readonly Answer[], once: Answer = refuse(503)) {
  let connections = 0;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('&once=true')) return once(response);
    const answer = answers[Math.min(connections, answers.length - 1)];
    connections += 1;
    answer?.(response);
  }).listen(0, '127.0.0.1');
  const heard: string[] = [];
  const waiting: { word: string; resolve: () => void }[] = [];
  const hear = (word: string) => {
    if (heard.at(-1) !== word) heard.push(word);
    for (const { word: awaited, resolve } of waiting) if (awaited === word) resolve();
  };
  const start = onceEmitted(server, 'listening').then(() => {
    const { port } = server.address() as AddressInfo;
    const stop = watchLive(`http://127.0.0.1:${port}/live?userId=1`, {
      onVersion: (version) => hear(`version ${version}`),
      onState: hear,
      onRefused: ({ type }) => hear(type),
    });
    t.after(stop);
    return stop;
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    heard,
    /** Counts the connections of the watcher. Those that it has begun arrive before the request that is sent here. */
    async countConnections() {
      await nextTurn();
      const { port } = server.address() as AddressInfo;
      await (await fetch(`http://127.0.0.1:${port}`)).text();
      return connections - 1;
    },
    async stop() {
      (await start)();
    },
    async until(word: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ word, resolve });
      await start;
      await promise;
    },
  };
}

const tell =
  (words: string): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(words);
  };
function refuse(status: number): Answer {
  return (response) => response.writeHead(status).end();
}

test('a version is reported, and a heartbeat only shows that the connection is live', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const live = watch(t, [tell(': \n\n'), tell('data: 2\n\n')]);
  await live.until('live');
  t.mock.timers.tick(LIVE_SILENCE_MS);
  await live.until('lost');
  t.mock.timers.tick(LIVE_SILENCE_MS);
  await live.until('version 2');
  assert.deepEqual(live.heard, ['live', 'lost', 'live', 'version 2']);
});

test('a version that arrives in pieces is one version', async (t) => {
  const live = watch(t, [
    (response) => {
      tell('da')(response);
      setImmediate(() => response.write('ta: 1\n\n'));
    },
  ]);
  await live.until('version 1');
  assert.deepEqual(live.heard, ['live', 'version 1']);
});

test('a broken connection is reported as lost, and is opened again', async (t) => {
  const live = watch(t, [
    (response) => {
      tell('data: 1\n\n')(response);
      setImmediate(() => response.destroy());
    },
    tell('data: 2\n\n'),
  ]);
  await live.until('lost');
  await live.until('version 2');
  assert.deepEqual(live.heard, ['live', 'version 1', 'lost', 'live', 'version 2']);
});

test('a connection that sends nothing for LIVE_SILENCE_MS is reported as lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const live = watch(t, [tell('data: 1\n\n')]);
  await live.until('version 1');
  t.mock.timers.tick(LIVE_SILENCE_MS - 1);
  assert.equal(live.heard.at(-1), 'version 1');
  t.mock.timers.tick(1);
  await live.until('lost');
  assert.deepEqual(live.heard, ['live', 'version 1', 'lost']);
});

test('after a server error the client reconnects', async (t) => {
  const live = watch(t, [refuse(503), tell('data: 1\n\n')]);
  await live.until('version 1');
  assert.deepEqual(live.heard, ['lost', 'live', 'version 1']);
});

test('an answer that is no stream is reported as lost, although it has the form of one and does not end', async (t) => {
  const page: Answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('data: 1\n\n');
  };
  const live = watch(t, [page, tell('data: 2\n\n')]);
  await live.until('version 2');
  assert.deepEqual(live.heard, ['lost', 'live', 'version 2']);
});

test('behind a proxy that keeps streams back, the version arrives after each silence, and “live” is not reported', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let streams: PromiseWithResolvers<void>;
  let version = 0;
  const live = watch(t, [() => streams.resolve()], (response) => {
    version += 1;
    tell(`data: ${version}\n\n`)(response);
    response.end();
  });
  for (const expected of [1, 2]) {
    streams = Promise.withResolvers();
    await streams.promise;
    t.mock.timers.tick(LIVE_SILENCE_MS);
    await live.until('lost');
    t.mock.timers.tick(LONGEST_PAUSE_MS);
    await live.until(`version ${expected}`);
  }
  assert.deepEqual(live.heard, ['lost', 'version 1', 'lost', 'version 2']);
});

test('a client that is stopped while it waits for the next try sends no further request', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  const live = watch(t, [refuse(503)], () => {
    asked += 1;
  });
  await live.until('lost');
  await live.stop();
  t.mock.timers.tick(LONGEST_PAUSE_MS);
  assert.equal(await live.countConnections(), 1);
  assert.equal(asked, 0);
});

for (const [status, event] of [
  [401, 'session-ended'],
  [403, 'access-refused'],
] as const) {
  test(`after ${status} the client does not reconnect`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const live = watch(t, [refuse(status)]);
    await live.until(event);
    // Longer than every pause before a new connection.
    t.mock.timers.tick(60_000);
    assert.equal(await live.countConnections(), 1);
    assert.deepEqual(live.heard, [event]);
  });
}
