import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const MAX_OPEN = 5;
const GET = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const UNFINISHED =
  'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{';

describe('connections above the maximum number', { timeout: 30_000 }, () => {
  let site: TestApp;
  let port: number;
  beforeEach(async () => {
    site = await createTestApp({ mostConnections: MAX_OPEN, https: false });
    ({ port } = await site.listen());
  });
  afterEach(() => site.close());

  async function open(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const accepted = once(site.app.server, 'connection');
    await once(socket, 'connect');
    await accepted;
    return socket;
  }
  async function ask(socket: Socket): Promise<string> {
    socket.write(GET);
    const [answer] = await once(socket, 'data');
    return String(answer);
  }
  async function begin(socket: Socket): Promise<void> {
    const begun = once(site.app.server, 'request');
    socket.write(UNFINISHED);
    await begun;
  }

  test('make the server close the connection that was idle longest, but answer requests on all other connections', async () => {
    const sockets: Socket[] = [];
    while (sockets.length < MAX_OPEN) sockets.push(await open());
    const [first, second] = sockets as [Socket, Socket];
    await ask(first);
    const closed = once(second, 'close');
    sockets.push(await open());
    await closed;
    for (const socket of sockets) if (socket !== second) assert.match(await ask(socket), / 200 /);
    for (const socket of sockets) socket.destroy();
  });

  test('make the server close idle connections first, then the connection busy for longest', async () => {
    const busy: Socket[] = [];
    while (busy.length < MAX_OPEN - 1) busy.push(await open());
    for (const socket of busy) await begin(socket);
    const idle = await open();
    const idleClosed = once(idle, 'close');
    const firstClosed = once(busy[0] as Socket, 'close');
    const newcomer = await open();
    await idleClosed;
    assert.equal(busy[0]?.closed, false);
    await begin(newcomer);
    const checker = await open();
    await firstClosed;
    assert.match(await ask(checker), / 200 /);
    for (const socket of [...busy, newcomer, checker]) socket.destroy();
  });

  test('do not make the server close a connection that waits for the last of several pipelined answers before others', async () => {
    const busy: Socket[] = [];
    while (busy.length < MAX_OPEN - 1) busy.push(await open());
    for (const socket of busy) await begin(socket);
    const pipelining = await open();
    pipelining.write(GET + UNFINISHED);
    await once(pipelining, 'data');
    const firstClosed = once(busy[0] as Socket, 'close');
    const newcomer = await open();
    await firstClosed;
    assert.equal(pipelining.closed, false);
    assert.match(await ask(newcomer), / 200 /);
    for (const socket of [...busy, pipelining, newcomer]) socket.destroy();
  });

  test('are counted in the metrics, and logged once', async () => {
    const sockets: Socket[] = [];
    while (sockets.length < MAX_OPEN + 2) sockets.push(await open());
    const metrics = await site.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    assert.match(metrics.body, /^http_connections_closed_total 2$/m);
    const said = site.lines.filter((line) =>
      line.includes('The maximum number of connections is open'),
    );
    assert.equal(said.length, 1);
    for (const socket of sockets) socket.destroy();
  });
});
