import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { startServer } from '../server/testing/server-process.ts';
import { type Proof, require } from './proof.ts';

const CLIENTS_OF_A_KIND = 1_000;
const DRIP_EVERY_MS = 1_000;
const CUT_WITHIN_MS = 15_000;
const OTHERS_P99_MS = 200;

const slowStarts = [
  'GET / HTTP/1.1\r\nhost: x\r\nx: ',
  'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
];

export const slowClientsAreCut: Proof = {
  id: 'O4',
  promise: 'Clients that drip are cut off, and nobody else waits for them.',
  async run() {
    const server = await startServer();
    const port = Number(new URL(server.url).port);
    const start = performance.now();
    const sockets = await Promise.all(
      slowStarts.flatMap((bytes) =>
        Array.from({ length: CLIENTS_OF_A_KIND }, () => openSlow(port, bytes)),
      ),
    );
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(' ');
    }, DRIP_EVERY_MS);
    let open = true;
    const allCut = Promise.all(sockets.map((socket) => once(socket, 'close'))).then(() => {
      open = false;
    });
    const others: number[] = [];
    while (open && performance.now() - start < 2 * CUT_WITHIN_MS) {
      const asked = performance.now();
      await (await fetch(server.url)).text();
      others.push(performance.now() - asked);
    }
    clearInterval(drip);
    const stillOpen = sockets.filter((socket) => !socket.closed).length;
    require(stillOpen === 0, `${stillOpen} clients are still connected.`);
    await allCut;
    const seconds = (performance.now() - start) / 1_000;
    await server.stop();
    const p99 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.99)] ?? 0;
    require(seconds * 1_000 <= CUT_WITHIN_MS, `The last was cut after ${seconds.toFixed(1)} s.`);
    require(p99 <= OTHERS_P99_MS, `The p99 of others was ${p99.toFixed(0)} ms.`);
    return `${sockets.length} slow clients, the last cut after ${seconds.toFixed(1)} s; ${others.length} pages for others, p99 ${p99.toFixed(0)} ms`;
  },
};

async function openSlow(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}
