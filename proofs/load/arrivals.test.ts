import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { arrive } from './arrivals.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

for (const [how, end] of [
  ['closes', 'destroySoon'],
  ['resets', 'resetAndDestroy'],
] as const) {
  test(`a connection that the server ${how} after an answer is replaced, and no request waits on it`, async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(ANSWER, () => setImmediate(() => socket[end]())));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const [answers] = await arrive(1, { url, mix: ['health'], perSecond: 50, connections: 2 });
    assert.equal(answers.unanswered, 0);
    assert.ok(answers.all.accepted > 2, `Only ${answers.all.accepted} requests were accepted.`);
    server.close();
  });
}
