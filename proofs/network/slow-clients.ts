import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const DRIP_EVERY_MS = 1_000;
const OPENED_AT_ONCE = 500;

const post = (length: number, type = 'json') =>
  `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/${type}\r\ncontent-length: ${length}\r\n\r\n`;

/** What a client sends first. After that, each client that has not closed its side sends one byte a second. */
const starts = [
  'GET / HTTP/1.1\r\nhost: x\r\nx: ',
  `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}`,
  post(9_999),
  post(9_999, 'xml'),
  post(1_000_000),
  'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(5) + post(9_999),
];

/** How a client reads answers. No client closes its side of the connection when the server closes the other side. */
const readings: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.resume(),
  // This client is paused before it connects: it reads nothing, and answers fill the system's buffers.
  (socket) => socket.pause(),
  (socket) => {
    socket.pause();
    const reading = setInterval(() => socket.read(1), DRIP_EVERY_MS);
    socket.once('close', () => clearInterval(reading));
  },
  (socket) => {
    socket.pause();
    socket.once('connect', () => setImmediate(() => socket.end()));
  },
];

export const SLOW_KINDS = starts.length * readings.length;

export interface Clients {
  close(): void;
}

/** Resolves when all clients are connected. */
export async function openSlowClients(port: number, count: number): Promise<Clients> {
  const sockets = await openMany(count, (n) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    readings[n % readings.length]?.(socket);
    socket.write(starts[Math.floor(n / readings.length) % starts.length] ?? '');
    return socket;
  });
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write(' ');
  }, DRIP_EVERY_MS);
  return {
    close() {
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Opens connections that send one request and then stay idle. */
export async function openIdleClients(port: number, count: number): Promise<Clients> {
  const sockets = await openMany(count, () => {
    const socket = connect({ port, host: '127.0.0.1' }).resume();
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    return socket;
  });
  return {
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function openMany(count: number, openOne: (n: number) => Socket): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const next = Array.from({ length: Math.min(OPENED_AT_ONCE, count - sockets.length) }, (_, n) =>
      openOne(sockets.length + n).on('error', () => {}),
    );
    await Promise.all(next.map((socket) => once(socket, 'connect')));
    sockets.push(...next);
  }
  return sockets;
}
