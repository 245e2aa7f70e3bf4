import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const DRIP_EVERY_MS = 500;
const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

describe('a connection', { concurrency: true }, () => {
  let site: TestApp;
  let port: number;
  before(async () => {
    site = await createTestApp();
    ({ port } = await site.listen());
  });
  after(() => site.close());

  async function open(options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', ...options });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }

  test('may pipeline 50 requests', async () => {
    const socket = await open();
    socket.write(`${GET.repeat(49)}${GET.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')}`);
    assert.equal((await text(socket)).split('HTTP/1.1 200').length - 1, 50);
  });

  test('that closes in the middle of a body is not logged', async () => {
    const socket = await open();
    socket.write(
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    );
    await fetch(`http://127.0.0.1:${port}/healthz`);
    socket.destroy();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    assert.deepEqual(
      site.lines.filter((line) => !line.includes('listening')),
      [],
    );
  });

  test('gets no 400 for invalid data after a request, because it would look like the answer to that request', async () => {
    const socket = await open();
    const body = '{"email":"ana@example.com"}';
    socket.write(
      `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}NONSENSE\r\n\r\n`,
    );
    assert.doesNotMatch(await text(socket).catch(() => ''), /HTTP\/1\.1 400/);
  });

  const slow: Record<string, string> = {
    headers: 'GET / HTTP/1.1\r\nhost: x\r\nx: ',
    'a body':
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n',
  };
  for (const [what, start] of Object.entries(slow)) {
    test(`that sends ${what} too slowly gets 408 and is closed, even if its client goes on, while others are answered`, async (t) => {
      const socket = await open({ allowHalfOpen: true });
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(start);
      const drip = setInterval(() => socket.write(' '), DRIP_EVERY_MS);
      t.after(() => clearInterval(drip));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
      await closed;
      assert.match(
        answer,
        /^HTTP\/1\.1 408 [\s\S]*\{"error":"The request took too long to arrive\."\}$/,
      );
    });
  }
});
