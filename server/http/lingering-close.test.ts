import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const SEND_EVERY_MS = 100;
const post = (length: number, more = '') =>
  `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}content-length: ${length}\r\n\r\n`;

describe('a connection whose answer is sent before its request is complete', {
  concurrency: true,
  timeout: 30_000,
}, () => {
  let site: TestApp;
  let port: number;
  before(async () => {
    site = await createTestApp();
    ({ port } = await site.listen());
  });
  after(() => site.close());

  /** @returns both ends of a connection */
  async function open(): Promise<{ client: Socket; server: Socket }> {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.on('error', () => {});
    const { promise, resolve } = Promise.withResolvers<Socket>();
    const find = (socket: Socket) => {
      if (socket.remotePort === client.localPort) resolve(socket);
    };
    site.app.server.on('connection', find);
    await once(client, 'connect');
    const server = await promise;
    site.app.server.off('connection', find);
    return { client, server };
  }

  /** Sends a byte every 100 ms, and reads nothing. Resolves when the server has closed the connection. */
  async function drip(bytes: string): Promise<void> {
    const { client, server } = await open();
    client.pause();
    client.write(bytes);
    const sending = setInterval(() => client.write(' '), SEND_EVERY_MS);
    await once(server, 'close');
    clearInterval(sending);
    client.destroy();
  }

  test('is closed although its client keeps sending and never reads', async () => {
    const slow = drip(post(9_000));
    await Promise.all([
      drip(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}`),
      drip(post(1_000_000)),
      drip('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
      slow,
    ]);
  });

  test('is closed sooner than a connection that sends its request too slowly', async () => {
    const slow = drip(post(9_000)).then(() => 'slow');
    const answered = drip(post(9_000).replace('json', 'xml')).then(() => 'answered');
    assert.equal(await Promise.race([slow, answered]), 'answered');
    await slow;
  });

  test('is read for a while, so that the client can send the rest of its body', async () => {
    for (const more of ['', 'connection: close\r\n']) {
      const { client } = await open();
      const failure = once(client, 'error').then(([error]) => Promise.reject(error));
      client.write(post(900_000, more));
      const [answer] = await once(client, 'data');
      assert.match(String(answer), /^HTTP\/1\.1 413 /);
      for (let sent = 0; sent < 900_000; sent += 100_000) {
        const written = new Promise((resolve) => client.write(' '.repeat(100_000), resolve));
        await Promise.race([written, failure]);
      }
      client.destroy();
    }
  });

  test('is closed after one more megabyte', async () => {
    const { client, server } = await open();
    const flood = Buffer.alloc(64 * 1024, ' ');
    client.write(post(90_000_000));
    const fill = () => {
      while (client.writable && client.write(flood));
    };
    client.on('drain', fill);
    fill();
    await once(server, 'close');
    client.destroy();
    assert.ok(server.bytesRead < 4 * 1024 * 1024, `${server.bytesRead} bytes`);
  });

  test('stays open if the rest of the request arrives in time', async () => {
    const { client } = await open();
    client.write(`${post(20).replace('json', 'xml')}${' '.repeat(10)}`);
    const [first] = await once(client, 'data');
    assert.match(String(first), /^HTTP\/1\.1 415 /);
    client.write(`${' '.repeat(10)}GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(await text(client), /^HTTP\/1\.1 200 /);
    client.destroy();
  });

  test('does not execute requests that arrive after an answer with "Connection: close"', async () => {
    const { client } = await open();
    const join = (email: string, more = '') => {
      const body = JSON.stringify({ email });
      return post(body.length, more) + body;
    };
    client.write(join('ana@example.com', 'connection: close\r\n'));
    await once(client, 'data');
    client.end(join('ben@example.com'));
    await once(client, 'close');
    assert.equal((await Array.fromAsync(site.storage.waitlist.entries())).length, 1);
  });
});
