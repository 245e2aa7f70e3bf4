import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, pathTo } from '../contract/calls.ts';
import { invitePicturePath } from '../contract/link-previews.ts';
import { inviteLink } from '../contract/screens.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import { startServer } from '../testing/server-process.ts';
import { type Credentials, prepareCredentials } from './fuzz-credentials.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { Asker, putInEveryPlace } from './text-in-every-place.ts';
import { withWeakened } from './weakened-program.ts';

const KEY = 'a-key-of-the-back-end-for-the-canary';
const SENDING = 'connect,sendto,sendmsg,sendmmsg';
/** A call that names the address of another machine, or of another program over the network. */
const TO_ADDRESS =
  /\b(?:connect|sendto|sendmsg|sendmmsg)\(.*sa_family=AF_INET6?, sin6?_port=htons\((?<port>\d+)\)/;

export const fetchesNothing: Proof = {
  id: 'V6',
  promise: 'The server connects to no address that a user has named, nor looks its name up.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => traceAddresses(engine),
  control: {
    without: 'leaving images alone: each is fetched when it is stored',
    run: (engine) =>
      withFetch((program) =>
        expectFailure(/^It connects elsewhere/, () => traceAddresses(engine, program)),
      ),
  },
};

/** Does something with a program that fetches an image when its address is stored. */
export function withFetch<Result>(work: (program: string) => Promise<Result>): Promise<Result> {
  const line = 'await storage.inviters.put(inviter);';
  const fetches = "await fetch(inviter.profileImageUrl ?? '').catch(() => {});";
  const change = [line, `${line}\n      ${fetches}`] as const;
  return withWeakened('server/app-feed/put-inviter.ts', change, work);
}

/** Names addresses, and looks at every connection that the server makes. */
async function traceAddresses(engine: string, program?: string): Promise<string> {
  const { status } = spawnSync('strace', ['-V']);
  require(status === 0, 'It needs strace, which records where a program connects to.');
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-trace-'));
  const trace = join(folder, 'trace');
  const options = ['-D', '-f', '--seccomp-bpf', '-e', `trace=${SENDING}`, '-o', trace];
  try {
    const named = await nameAddresses(engine, {
      under: ['strace', ...options],
      ...(program && { program }),
    });
    const strangers = connectionsIn(readFileSync(trace, 'utf8'), named.databasePort);
    require(strangers.length === 0, `It connects elsewhere: ${strangers[0]}`);
    return `${requireUnvisited(named)}, nor to any other address or name server`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Named {
  /** How often the canary was visited. */
  visits: number;
  addresses: number;
  requests: number;
  /** Where the server may connect to; undefined where its database is a file. */
  databasePort: string | undefined;
}

/** @returns the figure. @throws when something has connected to the canary */
export function requireUnvisited({ visits, addresses, requests }: Named): string {
  require(visits === 0, `The canary was visited ${visits} times.`);
  return `${addresses} addresses of a canary in ${requests.toLocaleString('en')} requests: 0 connections to it`;
}

/** Names the address of a canary wherever a request may name one. */
export async function nameAddresses(
  engine: string,
  how: { under?: readonly string[]; program?: string } = {},
): Promise<Named> {
  const canary = await startCanary();
  const env = { RATE_LIMITS: 'off', APP_API_KEYS: KEY };
  const server = await startServer({ engine, env, ...how });
  const asker = new Asker(server.url);
  let asked = 0;
  try {
    const credentials = await prepareCredentials(server, { key: KEY, https: false }, 1);
    for (const [n, address] of canary.addresses.entries()) {
      asked += await showImage(asker, credentials, { id: `person-${n}`, address });
      const requests = [...putInEveryPlace(address, credentials)];
      await Promise.all(requests.map((request) => asker.ask(request)));
      asked += requests.length;
    }
  } finally {
    asker.close();
    await server.stop();
    canary.close();
  }
  const { protocol, port } = new URL(server.databaseUrl);
  return {
    visits: canary.visits(),
    addresses: canary.addresses.length,
    requests: asked,
    databasePort: protocol === 'file:' ? undefined : port,
  };
}

/** Stores an image's address and asks for all that shows it. @returns the number of requests */
async function showImage(
  asker: Asker,
  { key, cookie, userId }: Credentials,
  { id, address }: { id: string; address: string },
): Promise<number> {
  const put = await asker.ask({
    method: 'PUT',
    path: pathTo(calls.putInviter, id),
    headers: { authorization: `Bearer ${key}` },
    body: { username: id, firstName: 'Ana', profileImageUrl: address },
  });
  require(put.status === 200, `${address} was answered ${put.status}.`);
  const paths = [
    inviteLink(id),
    pathTo(calls.getInviter, id),
    invitePicturePath(id),
    `${calls.getAnalytics.path}?${new URLSearchParams({ userId, search: id })}`,
  ];
  for (const path of paths) {
    const { status } = await asker.ask({ method: 'GET', path, headers: { cookie } });
    require(status === 200, `${path} was answered ${status}.`);
  }
  return paths.length + 1;
}

/** A host of this machine that counts who comes, on each of its addresses. */
async function startCanary() {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  // Also where IPv6 is off: then its address leads nowhere, and the others remain.
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    addresses: ['127.0.0.1', 'localhost', '[::1]', '127.1'].map(
      (host) => `https://${host}:${port}/canary.png`,
    ),
    visits: () => visits,
    close: () => server.close(),
  };
}

function connectionsIn(trace: string, databasePort: string | undefined): string[] {
  return trace.split('\n').filter((line) => {
    const port = TO_ADDRESS.exec(line)?.groups?.['port'];
    return port !== undefined && port !== databasePort;
  });
}
