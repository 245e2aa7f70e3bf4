import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import fastify from 'fastify';
import { HOUR_MS } from '../../contract/durations.ts';
import type { App } from '../app-parts.ts';
import { answerAllBeforeClose } from './graceful-stop.ts';

const WITHIN_MS = 60_000;

test('a stop ends with the last answer, even if this answer leaves its connection open', {
  timeout: WITHIN_MS,
}, async (t) => {
  const app = fastify({ keepAliveTimeout: HOUR_MS }) as unknown as App;
  t.after(() => app.server.closeAllConnections());
  const { server } = app;
  const asked = Promise.withResolvers<void>();
  const idleAreClosed = Promise.withResolvers<void>();
  t.mock.method(server, 'closeIdleConnections', () => {
    Object.getPrototypeOf(server).closeIdleConnections.call(server);
    idleAreClosed.resolve();
  });
  app.get('/', async () => {
    asked.resolve();
    await idleAreClosed.promise;
    return 'done';
  });
  answerAllBeforeClose(app, HOUR_MS);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await asked.promise;
  const closed = app.close();
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /connection: keep-alive[\s\S]*done$/i);
  await closed;
});
