import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, pathTo } from '../contract/calls.ts';
import { invitePicturePath } from '../contract/link-previews.ts';
import { inviteLink } from '../contract/screens.ts';
import { portOf, testEngines } from '../testing/databases/test-databases.ts';
import { startServer } from '../testing/server-process.ts';
import { type Credentials, prepareCredentials } from './fuzz/fuzz-credentials.ts';
import { Asker, putInEveryPlace } from './fuzz/text-in-every-place.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const KEY = 'a-key-of-the-back-end-for-the-canary';
const SENDING = 'connect,sendto,sendmsg,sendmmsg';
/** A system call that sends to a network address. */
const TO_ADDRESS =
  /\b(?:connect|sendto|sendmsg|sendmmsg)\(.*sa_family=AF_INET6?, sin6?_port=htons\((?<port>\d+)\)/;

const STORE = 'await storage.inviters.put(inviter);';
const FETCHING = weakening(
  'server/app-feed/put-inviter.ts',
  STORE,
  `${STORE}\n      await fetch(inviter.profileImageUrl ?? '').catch(() => {});`,
);

export const fetchesNothing: Proof = {
  id: 'V6',
  promise:
    'The server never connects to an address that a request contains, and never looks up a host name that a request contains.',
  variants: testEngines.map(({ name }) => name),
  run: (engine) => traceAddresses(engine),
  control: {
    without:
      'the rule that no address is fetched: each profile image is fetched when its address is stored',
    run: (engine) =>
      withFetch((program) =>
        expectFailure(/^The server connected/, () => traceAddresses(engine, program)),
      ),
  },
};

/** Runs `work` with a program that fetches an image when its address is stored. */
export function withFetch<Result>(work: (program: string) => Promise<Result>): Promise<Result> {
  return withWeakened(FETCHING, work);
}

/** Sends addresses, and checks every connection that the server makes. */
async function traceAddresses(engine: string, program?: string): Promise<string> {
  const { status } = spawnSync('strace', ['-V']);
  require(status === 0, 'This proof needs strace, which records the connections of a program.');
  const folder = mkdtempSync(join(tmpdir(), 'impromptu-trace-'));
  const trace = join(folder, 'trace');
  const options = ['-D', '-f', '--seccomp-bpf', '-e', `trace=${SENDING}`, '-o', trace];
  try {
    const named = await nameAddresses(engine, {
      under: ['strace', ...options],
      ...(program && { program }),
    });
    const strangers = connectionsIn(readFileSync(trace, 'utf8'), named.databasePort);
    require(strangers.length === 0, `The server connected to another address: ${strangers[0]}`);
    return `${requireUnvisited(named)}, none to any other address or name server`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Named {
  /** Number of connections to the canary, the server at the sent addresses. */
  visits: number;
  addresses: number;
  requests: number;
  /** The only port to which the server may connect; undefined if its database is a file. */
  databasePort: string | undefined;
}

/** @returns a sentence with the figures. @throws if there was a connection to the canary */
export function requireUnvisited({ visits, addresses, requests }: Named): string {
  require(visits === 0, `The server at the sent addresses (the canary) got ${visits} connections.`);
  return `${addresses} addresses of a server (the canary) in ${requests.toLocaleString('en')} requests: 0 connections to it`;
}

/** Sends the address of a canary in each place of each request. */
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
  return {
    visits: canary.visits(),
    addresses: canary.addresses.length,
    requests: asked,
    databasePort: portOf(server.databaseUrl),
  };
}

/** Stores an image's address and requests everything that shows it. @returns the number of requests */
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

/** A server on this machine that counts connections, with several addresses. */
async function startCanary() {
  let visits = 0;
  const server = createServer((socket) => {
    visits++;
    socket.destroy();
  });
  // Listens on IPv6 and IPv4, or only on IPv4 if the machine has no IPv6. Then [::1] cannot be reached.
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
