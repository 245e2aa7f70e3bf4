import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { WAITLIST_PATH } from '../../contract/screens.ts';
import { listeningApp } from '../../testing/listening-app.ts';
import { TEST_KEY, type TestApp } from '../../testing/test-app.ts';

/** Far longer than the answer takes, which would otherwise never come. */
const WITHIN_MS = 60_000;

describe('a request that has a Content-Type and no body', { concurrency: true }, () => {
  let site: TestApp;
  let port: number;
  before(async () => {
    ({ site, port } = await listeningApp());
  });
  after(() => site.close());

  /** @returns the bytes of the answer, without its date */
  async function send(method: string, path: string, ...headers: string[]): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const lines = ['host: x', 'connection: close', `authorization: Bearer ${TEST_KEY}`, ...headers];
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    return (await text(socket)).replace(/^date: .*\r\n/im, '');
  }

  const writes = Object.values(calls).filter(({ method }) => method !== 'GET');
  const paths = [
    ...writes.map(({ method, path }) => ({ method, path: path.replace(':id', 'unknown') })),
    { method: 'POST', path: WAITLIST_PATH },
    { method: 'POST', path: '/' },
    { method: 'PUT', path: '/nothing' },
  ];
  for (const { method, path } of paths) {
    test(`${method} ${path} is answered like one with an empty body`, {
      timeout: WITHIN_MS,
    }, async () => {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const header = `content-type: ${type}`;
        const answer = await send(method, path, header);
        assert.match(answer, /^HTTP\/1\.1 \d{3} /);
        assert.equal(answer, await send(method, path, header, 'content-length: 0'));
      }
    });
  }
});
