import { callSchemas } from '../contract/schemas/calls.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/twilio-settings.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { flood } from './load/flood.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { weakening, withWeakened } from './weakened-program.ts';

const CONNECTIONS = 8;
const METRICS_TOKEN = 'a-token-of-the-proof-for-the-metrics';
/** Lets a signal start a garbage collection in the server. */
const COLLECT_ON_SIGNAL = `--expose-gc --import=data:text/javascript,${encodeURIComponent(
  'process.on("SIGUSR2",()=>globalThis.gc())',
)}`;
/** Number of addresses in the warm-up: far below the bound, so that the growth up to the bound is measured later. */
const FEW = 1_000;
const WARM_UP_ROUNDS = 50;
/** Without the bound, this number of addresses needs more memory than `MOST_BYTES` on each engine. */
const ADDRESSES = 500_000;
/** Three times the growth that was measured. */
const MOST_BYTES = 32 * 1024 * 1024;

interface Variant {
  engine: string;
  /** The n-th address. Each address is in a different network. */
  addressOf(n: number): string;
  /** The n-th address of one network: all of these count as one address. */
  oneOfNetwork(n: number): string;
}

const IPV4 = {
  addressOf: (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
  oneOfNetwork: () => '192.0.2.1',
};
const IPV6 = {
  addressOf: (n: number) => `2001:db8:${(n >> 16).toString(16)}:${(n & 65_535).toString(16)}::1`,
  oneOfNetwork: (n: number) => `2001:db8:ffff:ffff:${n.toString(16)}:${(7 * n).toString(16)}::1`,
};
const variants: Readonly<Record<string, Variant>> = {
  'SQLite, IPv4': { engine: 'SQLite', ...IPV4 },
  'SQLite, IPv6': { engine: 'SQLite', ...IPV6 },
  'PostgreSQL, IPv4': { engine: 'PostgreSQL', ...IPV4 },
  'PostgreSQL, IPv6': { engine: 'PostgreSQL', ...IPV6 },
};

const UNBOUNDED = weakening(
  'server/http/limits.ts',
  'MAX_ADDRESSES = 50_000',
  'MAX_ADDRESSES = 50_000_000',
);
const WITHOUT_NETWORKS = weakening(
  'server/http/client-network.ts',
  'return networkOf(',
  'return (',
);

export const boundedLimits: Proof = {
  id: 'O8',
  promise: 'Limits store a bounded number of addresses, and count a /64 of IPv6 as one address.',
  variants: Object.keys(variants),
  async run(name) {
    const variant = variantOf(name);
    const network = await callWithinNetwork(variant);
    return `${await callFromEverywhere(variant)}; ${network}`;
  },
  control: {
    without: 'the bound on addresses (IPv4), or the /64 (IPv6)',
    run: (name) =>
      name.endsWith('IPv6')
        ? withWeakened(WITHOUT_NETWORKS, (program) =>
            expectFailure(/were accepted/, () => callWithinNetwork(variantOf(name), program)),
          )
        : withWeakened(UNBOUNDED, (program) =>
            expectFailure(/^Memory grew by/, () => callFromEverywhere(variantOf(name), program)),
          ),
  },
};

function variantOf(name: string): Variant {
  const variant = variants[name];
  if (!variant) throw new Error(`There is no variant ${name}.`);
  return variant;
}

async function callFromEverywhere(variant: Variant, program?: string): Promise<string> {
  const server = await startBehindProxy(variant, program);
  try {
    const port = Number(new URL(server.url).port);
    for (let n = 0; n < WARM_UP_ROUNDS; n++) {
      await callFromEach(port, { from: 0, to: FEW }, variant);
    }
    const before = await heapOf(server);
    await callFromEach(port, { from: FEW, to: ADDRESSES }, variant);
    const growth = (await heapOf(server)) - before;
    const mebibytes = (growth / 1024 / 1024).toFixed(0);
    require(growth <= MOST_BYTES, `Memory grew by ${mebibytes} MiB.`);
    return `${ADDRESSES.toLocaleString('en')} addresses, memory grew by ${mebibytes} MiB after the first ${FEW.toLocaleString('en')}`;
  } finally {
    await server.stop();
  }
}

/** Makes twice as many calls as one address may make, from addresses that count as one address. */
async function callWithinNetwork(variant: Variant, program?: string): Promise<string> {
  const server = await startBehindProxy(variant, program);
  try {
    const { max } = callSchemas.joinWaitlist.limit;
    const port = Number(new URL(server.url).port);
    const statuses = await flood(port, 2 * max, (n) => requestFrom(variant.oneOfNetwork(n)));
    const passed = statuses.get(415) ?? 0;
    // A new minute may have begun in between.
    require(passed >= max && passed < 2 * max, `${passed} of ${2 * max} calls were accepted.`);
    return `of ${2 * max} calls of one network ${passed} were accepted`;
  } finally {
    await server.stop();
  }
}

function startBehindProxy({ engine }: Variant, program?: string): Promise<ServerProcess> {
  const env = {
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://impromptu.example',
    METRICS_TOKEN,
    NODE_OPTIONS: COLLECT_ON_SIGNAL,
    ...TWILIO_SETTINGS,
  };
  return startServer({ engine, env, ...(program && { program }) });
}

/** Sends one refused sign-up from each address: the limit counts a call before the body is read. */
async function callFromEach(
  port: number,
  { from, to }: { from: number; to: number },
  { addressOf }: Variant,
): Promise<void> {
  const share = Math.ceil((to - from) / CONNECTIONS);
  const shares = Array.from({ length: CONNECTIONS }, async (_, connection) => {
    const first = from + connection * share;
    const statuses = await flood(port, share, (n) => requestFrom(addressOf(first + n)));
    require(statuses.get(415) === share, 'A call was not answered with 415.');
  });
  await Promise.all(shares);
}

function requestFrom(address: string): string {
  return `POST /api/waitlist HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\ncontent-type: text/plain\r\ncontent-length: 1\r\n\r\nx`;
}

/**
 * Heap in use after a garbage collection. Without the collection, the figure would include the garbage of many
 * requests.
 */
async function heapOf({ url, process: { pid } }: ServerProcess): Promise<number> {
  require(pid !== undefined, 'The server has no process.');
  process.kill(pid, 'SIGUSR2');
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  const used = Number(/^nodejs_heap_used_bytes (\S+)$/m.exec(metrics)?.[1]);
  require(used > 0, `The metrics do not say how much memory is used: ${metrics.slice(0, 100)}`);
  return used;
}
