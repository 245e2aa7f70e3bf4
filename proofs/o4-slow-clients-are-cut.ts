import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { openIdleClients, openSlowClients, SLOW_KINDS } from './network/slow-clients.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const CLIENTS = 2_000;
const CUT_WITHIN_MS = 15_000;
const OTHERS_P99_MS = 200;
const LOOK_EVERY_MS = 100;
/** Maximum number of sockets besides those of the clients: for this proof's own requests, and for the database. */
const SPARE = 20;
const MOST_CONNECTIONS = 10_000;
const TOO_MANY = 11_000;

const LINGER = 'export function lingerAfterAnswers(server: Server): void {';
const NOT_CLOSING = weakening(
  'server/http/lingering-close.ts',
  LINGER,
  `${LINGER}\n  if (server) return;`,
);
const UNBOUNDED = weakening(
  'server/http/connections.ts',
  'MOST_CONNECTIONS = 10_000',
  'MOST_CONNECTIONS = 10_000_000',
);

export const slowClientsAreCut: Proof = {
  id: 'O4',
  promise:
    'Slow clients are disconnected, whether they read answers or not. The number of connections is bounded, and other clients do not wait.',
  async run() {
    return `${await checkSlowClients()}; ${await checkBound()}`;
  },
  control: {
    without:
      'closing connections after their last answer; in a second run, the bound on connections',
    async run() {
      const held = await withWeakened(NOT_CLOSING, (program) =>
        expectFailure(/are still open/, () => checkSlowClients(program)),
      );
      const unbounded = await withWeakened(UNBOUNDED, (program) =>
        expectFailure(/connections \d+ were open/, () => checkBound(program)),
      );
      return `${held} ${unbounded}`;
    },
  },
};

async function checkSlowClients(program?: string): Promise<string> {
  await using server = await startServer(program ? { program } : {});
  const before = socketsOf(server);
  const clients = await openSlowClients(Number(new URL(server.url).port), CLIENTS);
  const start = performance.now();
  // The server answers this request after it has accepted the clients above.
  await (await fetch(server.url)).text();
  require(socketsOf(server) >= before + CLIENTS / 4, 'The server did not accept the clients.');
  const others: number[] = [];
  while (socketsOf(server) > before + SPARE && performance.now() - start < CUT_WITHIN_MS) {
    const asked = performance.now();
    await (await fetch(server.url)).text();
    others.push(performance.now() - asked);
    await wait(LOOK_EVERY_MS);
  }
  const held = socketsOf(server) - before;
  const seconds = (performance.now() - start) / 1_000;
  clients.close();
  const p99 = others.toSorted((a, b) => a - b)[Math.floor(others.length * 0.99)] ?? 0;
  require(held <=
    SPARE, `${held} sockets of ${CLIENTS} are still open after ${seconds.toFixed(1)} s.`);
  require(p99 <= OTHERS_P99_MS, `The p99 of other clients was ${p99.toFixed(0)} ms.`);
  return `${CLIENTS} slow clients of ${SLOW_KINDS} kinds, all disconnected after ${seconds.toFixed(1)} s; ${others.length} pages for other clients, p99 ${p99.toFixed(0)} ms`;
}

async function checkBound(program?: string): Promise<string> {
  await using server = await startServer(program ? { program } : {});
  const before = socketsOf(server);
  const clients = await openIdleClients(Number(new URL(server.url).port), TOO_MANY);
  const health = await fetch(`${server.url}/healthz`);
  const open = socketsOf(server) - before;
  clients.close();
  require(health.status === 200, `A health check got ${health.status}.`);
  require(open <= MOST_CONNECTIONS + SPARE, `Of ${TOO_MANY} connections ${open} were open.`);
  return `of ${TOO_MANY} connections ${open} were open, and a health check got 200`;
}

/** Number of open sockets of the process, from /proc. */
function socketsOf({ process: { pid } }: ServerProcess): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      // The socket was closed after it was listed.
      return false;
    }
  }).length;
}
