import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { startServer } from '../server/testing/server-process.ts';
import { type Proof, require } from './proof.ts';

const ADDRESSES = 1_000_000;
const CONNECTIONS = 8;
/** As many as warm the server up without filling the memory that is measured. */
const FEW = 1_000;
/** Requests that are sent before the answers to the ones before are waited for. */
const AT_ONCE = 50;
const MOST_BYTES = 64 * 1024 * 1024;

export const boundedLimits: Proof = {
  id: 'O8',
  promise: 'Limits remember a bounded number of addresses.',
  async run() {
    const server = await startServer({
      env: { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://impromptu.example' },
    });
    const port = Number(new URL(server.url).port);
    for (let n = 0; n < ADDRESSES / FEW; n += 10) await callFromEach(port, 0, FEW);
    const before = residentBytes(server.process.pid);
    await callFromEach(port, 0, ADDRESSES);
    const growth = residentBytes(server.process.pid) - before;
    await server.stop();
    const mebibytes = (growth / 1024 / 1024).toFixed(0);
    require(growth <= MOST_BYTES, `Memory grew by ${mebibytes} MiB.`);
    return `${ADDRESSES} addresses, memory grew by ${mebibytes} MiB over that of ${FEW}`;
  },
};

/** One refused sign-up from each address: the limit is counted before the body is read. */
async function callFromEach(port: number, from: number, to: number): Promise<void> {
  const share = Math.ceil((to - from) / CONNECTIONS);
  const shares = Array.from({ length: CONNECTIONS }, (_, n) =>
    callInTurn(port, from + n * share, Math.min(to, from + (n + 1) * share)),
  );
  await Promise.all(shares);
}

async function callInTurn(port: number, from: number, to: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answered = 0;
  let goal = 0;
  let reached = () => {};
  socket.on('data', (chunk) => {
    answered += chunk.toString('latin1').split('HTTP/1.1 415').length - 1;
    if (answered >= goal) reached();
  });
  for (let n = from; n < to; n += AT_ONCE) {
    const last = Math.min(to, n + AT_ONCE);
    const enough = new Promise<void>((resolve) => {
      reached = resolve;
    });
    goal += last - n;
    let bytes = '';
    for (let address = n; address < last; address++) bytes += requestFrom(address);
    socket.write(bytes);
    await enough;
  }
  socket.destroy();
}

function requestFrom(n: number): string {
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  return `POST /api/waitlist HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\nx`;
}

function residentBytes(pid: number | undefined): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}
