import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../testing/server-process.ts';
import type { DoubleName } from '../testing/site-with-double.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const CLIENTS = 2_000;
const OPENED_AT_ONCE = 200;
const DRIP_EVERY_MS = 1_000;
const CUT_WITHIN_MS = 15_000;
const OTHERS_P99_MS = 200;
const OTHERS_EVERY_MS = 50;
const MOST_MEMORY_BYTES = 400 * 1024 * 1024;

/** What each kind of client sends first. Then it sends a byte a second, and never closes the connection. */
const kinds = {
  header: 'GET / HTTP/1.1\r\nhost: x\r\nx: ',
  body: 'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
  /** This client reads a byte a second of many pages. */
  reading: 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20),
};
type Kind = keyof typeof kinds;

export const slowClientsAreCut: Proof = {
  id: 'O4',
  promise:
    'Clients that send slowly are disconnected. Neither they nor clients that read slowly delay others, or fill the memory.',
  run: () => drip(),
  control: {
    without: 'time limits for requests',
    run: () => expectFailure(/are still open/, () => drip('has no time limits for requests')),
  },
};

async function drip(double?: DoubleName): Promise<string> {
  await using server = await startServer({ env: { RATE_LIMITS: 'off' }, double });
  const port = Number(new URL(server.url).port);
  const names = Object.keys(kinds) as Kind[];
  const clients: { kind: Kind; socket: Socket }[] = [];
  while (clients.length < CLIENTS) {
    const next = Array.from({ length: OPENED_AT_ONCE }, (_, n) => {
      const kind = names[n % names.length] ?? 'header';
      return { kind, socket: openClient(port, kind) };
    });
    await Promise.all(next.map(({ socket }) => once(socket, 'connect')));
    clients.push(...next);
  }
  const dripping = setInterval(() => {
    for (const { kind, socket } of clients) {
      if (kind === 'reading') socket.read(1);
      else if (socket.writable) socket.write(' ');
    }
  }, DRIP_EVERY_MS);
  const openOf = (isOf: (kind: Kind) => boolean) =>
    clients.filter(({ kind, socket }) => isOf(kind) && !socket.closed).length;
  const senders = () => openOf((kind) => kind !== 'reading');
  require(senders() ===
    clients.length - openOf((kind) => kind === 'reading'), 'Some clients were refused.');

  // The server answers this request after it has accepted all clients, and begun to answer those that read slowly.
  await (await fetch(server.url)).text();
  const start = performance.now();
  const others: number[] = [];
  let memory = 0;
  while (senders() > 0 && performance.now() - start < CUT_WITHIN_MS) {
    const asked = performance.now();
    await (await fetch(server.url)).text();
    others.push(performance.now() - asked);
    memory = Math.max(memory, await memoryOf(server.url));
    await wait(OTHERS_EVERY_MS);
  }
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  const [held, reading] = [senders(), openOf((kind) => kind === 'reading')];
  clearInterval(dripping);
  for (const { socket } of clients) socket.destroy();
  const p99 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.99)] ?? 0;
  require(held === 0, `${held} clients that send slowly are still open after ${seconds} s.`);
  require(p99 <= OTHERS_P99_MS, `The p99 of other clients was ${p99.toFixed(0)} ms.`);
  require(memory <= MOST_MEMORY_BYTES, `The site used ${mebibytes(memory)} MiB.`);
  return `${CLIENTS} slow clients; all that send headers or bodies slowly were disconnected after ${seconds} s, when ${reading} slow readers were left; ${others.length} pages for other clients, p99 ${p99.toFixed(0)} ms; at most ${mebibytes(memory)} MiB of memory`;
}

function openClient(port: number, kind: Kind): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  // Paused before it connects, this client reads nothing, so that answers fill the system's buffers.
  if (kind === 'reading') socket.pause();
  else socket.resume();
  socket.write(kinds[kind]);
  return socket;
}

async function memoryOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
