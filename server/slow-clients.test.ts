import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createTestApp, type TestApp } from './testing/test-app.ts';

const DRIP_EVERY_MS = 500;

describe('a client that drips', { concurrency: true }, () => {
  let site: TestApp;
  let port: number;
  before(async () => {
    site = await createTestApp();
    port = Number(new URL(await site.app.listen({ port: 0 })).port);
  });
  after(() => site.close());

  const slow: Record<string, string> = {
    'its headers': 'GET / HTTP/1.1\r\nhost: x\r\nx: ',
    'its body':
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n',
  };
  for (const [what, start] of Object.entries(slow)) {
    test(`${what} is told so and cut off, while others are answered`, async (t) => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(start);
      const drip = setInterval(() => socket.write(' '), DRIP_EVERY_MS);
      t.after(() => clearInterval(drip));
      const answer = text(socket);
      socket.on('error', () => {});
      assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
      assert.match(
        await answer,
        /^HTTP\/1\.1 408 [\s\S]*\{"error":"The request took too long to arrive\."\}$/,
      );
    });
  }
});
