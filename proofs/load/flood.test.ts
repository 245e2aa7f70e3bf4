import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { flood } from './flood.ts';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n';

for (const [how, end] of [
  ['closes', 'destroySoon'],
  ['resets', 'resetAndDestroy'],
] as const) {
  test(`a flood fails if the server ${how} the connection before all answers`, async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.write(ANSWER, () => socket[end]()));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await assert.rejects(flood(port, 2, () => 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    server.close();
  });
}
