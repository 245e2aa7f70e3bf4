import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fastify from 'fastify';
import { HOUR_MS } from '../../contract/durations.ts';
import type { FastifyApp } from '../app-parts.ts';
import { guardConnections } from './connections.ts';

const WITHIN_MS = 60_000;
/** More than the buffers of both systems hold. */
const BYTES = 16 * 1024 * 1024;
/** Longer than a stop waits for further requests. */
const LATE_MS = 3_000;

/** A server with one request. `idleAreClosed` resolves when a stop closes idle connections. */
async function startWithRequest(
  t: TestContext,
  answer: (idleAreClosed: Promise<void>) => Promise<unknown>,
) {
  const app = fastify({
    keepAliveTimeout: HOUR_MS,
    return503OnClosing: false,
  }) as unknown as FastifyApp;
  const { server } = app;
  const { promise: idleAreClosed, resolve } = Promise.withResolvers<void>();
  t.mock.method(server, 'closeIdleConnections', () => {
    Object.getPrototypeOf(server).closeIdleConnections.call(server);
    resolve();
  });
  app.get('/', () => answer(idleAreClosed));
  guardConnections(app, HOUR_MS);
  await app.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => server.closeAllConnections());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  return { app, socket, idleAreClosed };
}

/** Begins to stop a server that has one request under way, and lets the answer end when idle connections are closed. */
async function stopWithRequest(t: TestContext) {
  const asked = Promise.withResolvers<void>();
  const { app, socket } = await startWithRequest(t, async (idleAreClosed) => {
    asked.resolve();
    await idleAreClosed;
    return 'done';
  });
  await asked.promise;
  return { socket: socket.resume(), closed: app.close() };
}

test('an answer is complete even if its client reads it late', {
  timeout: WITHIN_MS,
}, async (t) => {
  const { app, socket, idleAreClosed } = await startWithRequest(t, async () => Buffer.alloc(BYTES));
  await once(socket, 'readable');
  const closed = app.close();
  await Promise.race([idleAreClosed, delay(LATE_MS)]);
  assert.ok((await buffer(socket)).length > BYTES);
  await closed;
});

async function next(socket: Socket): Promise<string> {
  const [answer] = await once(socket, 'data');
  return String(answer);
}

test('a stop ends after the last answer, even if this answer leaves its connection open', {
  timeout: WITHIN_MS,
}, async (t) => {
  const { socket, closed } = await stopWithRequest(t);
  assert.match(await next(socket), /connection: keep-alive[\s\S]*done$/i);
  await closed;
});

test('a further request on the connection of this answer is answered too', {
  timeout: WITHIN_MS,
}, async (t) => {
  const { socket, closed } = await stopWithRequest(t);
  await next(socket);
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(await next(socket), /connection: close[\s\S]*done$/i);
  await closed;
});
