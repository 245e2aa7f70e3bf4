import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIVE_SILENCE_MS } from '../../../../contract/analytics.ts';
import { watchLive } from './watch-live.ts';

/** Watches a server that answers each connection with the next of `answers`, and repeats the last answer. */
function watch(t: TestContext, answers: readonly ((response: ServerResponse) => void)[]) {
  let connections = 0;
  const server = createServer((_request, response) => {
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
  const start = once(server, 'listening').then(() => {
    const { port } = server.address() as AddressInfo;
    const stop = watchLive(`http://127.0.0.1:${port}`, {
      onVersion: (version) => hear(`version ${version}`),
      onState: hear,
      onRefused: ({ type }) => hear(type),
    });
    t.after(stop);
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
    async until(word: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ word, resolve });
      await start;
      await promise;
    },
  };
}

const tell = (words: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(words);
};
const refuse = (status: number) => (response: ServerResponse) => {
  response.writeHead(status).end();
};

test('a version is reported, and a heartbeat only shows that the connection is live', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const live = watch(t, [tell(': \n\n'), tell('data: 2\n\n')]);
  await live.until('live');
  t.mock.timers.tick(LIVE_SILENCE_MS);
  await live.until('lost');
  t.mock.timers.tick(LIVE_SILENCE_MS);
  await live.until('version 2');
  assert.deepEqual(live.heard, ['connecting', 'live', 'lost', 'live', 'version 2']);
});

test('a version that arrives in pieces is one version', async (t) => {
  const live = watch(t, [
    (response) => {
      tell('da')(response);
      setImmediate(() => response.write('ta: 1\n\n'));
    },
  ]);
  await live.until('version 1');
  assert.deepEqual(live.heard, ['connecting', 'live', 'version 1']);
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
  assert.deepEqual(live.heard, ['connecting', 'live', 'version 1', 'lost', 'live', 'version 2']);
});

test('a connection that sends nothing for LIVE_SILENCE_MS is reported as lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const live = watch(t, [tell('data: 1\n\n')]);
  await live.until('version 1');
  t.mock.timers.tick(LIVE_SILENCE_MS - 1);
  assert.equal(live.heard.at(-1), 'version 1');
  t.mock.timers.tick(1);
  await live.until('lost');
  assert.deepEqual(live.heard, ['connecting', 'live', 'version 1', 'lost']);
});

test('after a server error the client reconnects', async (t) => {
  const live = watch(t, [refuse(503), tell('data: 1\n\n')]);
  await live.until('version 1');
  assert.deepEqual(live.heard, ['connecting', 'lost', 'live', 'version 1']);
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
    assert.deepEqual(live.heard, ['connecting', event]);
  });
}
