import { readFileSync } from 'node:fs';
import { startServer } from '../server/testing/server-process.ts';
import { TWILIO_SETTINGS } from '../server/testing/twilio-settings.ts';
import { flood } from './flood.ts';
import { type Proof, require } from './proof.ts';

const ADDRESSES = 1_000_000;
const CONNECTIONS = 8;
/** As many as warm the server up without filling the memory that is measured. */
const FEW = 1_000;
const MOST_BYTES = 64 * 1024 * 1024;

export const boundedLimits: Proof = {
  id: 'O8',
  promise: 'Limits remember a bounded number of addresses.',
  async run() {
    const server = await startServer({
      env: {
        TRUSTED_PROXIES: '127.0.0.1',
        PUBLIC_URL: 'https://impromptu.example',
        ...TWILIO_SETTINGS,
      },
    });
    const port = Number(new URL(server.url).port);
    for (let n = 0; n < ADDRESSES / FEW; n += 10) await callFromEach(port, FEW);
    const before = residentBytes(server.process.pid);
    await callFromEach(port, ADDRESSES);
    const growth = residentBytes(server.process.pid) - before;
    await server.stop();
    const mebibytes = (growth / 1024 / 1024).toFixed(0);
    require(growth <= MOST_BYTES, `Memory grew by ${mebibytes} MiB.`);
    return `${ADDRESSES} addresses, memory grew by ${mebibytes} MiB over that of ${FEW}`;
  },
};

/** One refused sign-up from each address: the limit is counted before the body is read. */
async function callFromEach(port: number, addresses: number): Promise<void> {
  const share = Math.ceil(addresses / CONNECTIONS);
  const shares = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    const statuses = await flood(port, share, (n) => requestFrom(connection * share + n));
    require(statuses.get(415) === share, 'A call was answered otherwise than by 415.');
  });
  await Promise.all(shares);
}

function requestFrom(n: number): string {
  const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  return `POST /api/waitlist HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\nx`;
}

function residentBytes(pid: number | undefined): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1024;
}
