import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { guardConnections } from './connections.ts';

const CHUNK = Buffer.alloc(64 * 1024);

/** Writes as much as the client takes, until the test ends the answer. */
function stream(response: ServerResponse): void {
  response.on('drain', fill);
  fill();
  function fill() {
    while (!response.writableEnded && response.write(CHUNK)) {}
  }
}

/** Streams an answer to a client that reads only while the test lets it. */
async function startStream(t: TestContext, timeoutMs: number) {
  const server = createServer().listen(0, '127.0.0.1');
  server.setTimeout(timeoutMs);
  guardConnections({ server, log: console });
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port).pause();
  client.on('error', () => {});
  client.on('data', () => {});
  client.pause().write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const socket = response.socket as Socket;
  stream(response);
  t.after(() => {
    client.destroy();
    server.close();
  });
  return { client, response, socket };
}

test('a streamed answer, and its last bytes, may be read for longer than 12 s', async (t) => {
  let now = 0;
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(performance, 'now', () => now);
  const { client, response, socket } = await startStream(t, 0);
  for (let second = 0; second < 40; second++) {
    assert.equal(socket.destroyed, false);
    if (second < 20) {
      client.resume();
      await once(response, 'drain');
      client.pause();
    } else response.end();
    assert.ok(socket.writableLength > 0);
    now += 1_000;
    t.mock.timers.tick(1_000);
  }
});

test('a streamed answer of which the client takes nothing ends at the timeout of the connection', async (t) => {
  const { socket } = await startStream(t, 500);
  await once(socket, 'close');
});
