import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const EACH_PER_SECOND = 10;
const LARGE = Buffer.alloc(900_000, ' ');
const CHUNK = `10000\r\n${' '.repeat(0x1_0000)}\r\n`;
const CHUNKS = 12;
/** Time before a client disconnects, long enough for a part of its request to arrive. */
const DISCONNECTED_AFTER_MS = 20;
const ANSWER_WITHIN_MS = 10_000;

const post = (path: string, more: string) =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
const withLength = (path: string) => post(path, `content-length: ${LARGE.length}`);

type Fault = (socket: Socket) => Promise<void>;
const faults: Readonly<Record<string, Fault>> = {
  'too large': (socket) => send(socket, withLength('/api/waitlist'), LARGE),
  'too large, in chunks': (socket) =>
    send(socket, post('/api/waitlist', 'transfer-encoding: chunked'), CHUNK.repeat(CHUNKS)),
  'large, without a key': (socket) => send(socket, withLength('/api/app-invites'), LARGE),
  'large, to a page': (socket) => send(socket, withLength('/'), LARGE),
  'disconnected in the body': (socket) =>
    disconnect(socket, withLength('/api/waitlist').replace(/\d{6}/, '9999')),
  'disconnected in a large body': (socket) =>
    disconnect(socket, withLength('/api/app-invites'), LARGE.subarray(0, 500_000)),
  'disconnected before the answer': (socket) =>
    disconnect(socket, 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'),
};

/**
 * Sends each kind of faulty request ten times a second.
 *
 * @param address returns the address of this machine from which the n-th client connects
 * @returns the number of answers by status
 */
export async function sendFaults(
  port: number,
  seconds: number,
  address: (n: number) => string,
): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  for (let n = 0; n < seconds * EACH_PER_SECOND; n++) {
    await wait(Math.max(0, begun + (n * 1_000) / EACH_PER_SECOND - performance.now()));
    for (const fault of Object.values(faults)) {
      const one = commit(fault, n).finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }
  await Promise.all(underWay);
  return answers;

  async function commit(fault: Fault, n: number): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address(n) });
    let answer = '';
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1', 0, 12);
    });
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    // `once` of node:events would reject on an error; here a broken connection counts as closed.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await fault(socket);
    await closed;
    const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length) || 'none';
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
}

/** Closes the connection shortly after the answer, which may arrive before the whole body is sent. */
async function send(socket: Socket, head: string, body: Buffer | string): Promise<void> {
  socket.write(head);
  socket.write(body);
  socket.once('data', () => setTimeout(() => socket.destroy(), DISCONNECTED_AFTER_MS));
}

async function disconnect(
  socket: Socket,
  head: string,
  body: Buffer | string = ' ',
): Promise<void> {
  socket.write(head);
  socket.write(body);
  await wait(DISCONNECTED_AFTER_MS);
  socket.destroy();
}
