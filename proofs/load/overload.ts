import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { addInviter } from '../../testing/load/visit-load.ts';
import { startServer } from '../../testing/server-process.ts';
import { slowDown } from '../disks/slow-disk.ts';
import { type Answers, arrive, type Kind } from './arrivals.ts';

const OVERLOAD = 3;
const OVERLOAD_SECONDS = 60;
const FEW_SECONDS = 15;
const NORMAL_AGAIN_AFTER_MS = 10_000;
const PEAK_SECONDS = 8;
/** Enough for full batches, but too few for refusals: each connection waits for an answer before its next request. */
const PEAK_CONNECTIONS = 1_000;
const CALM_SECONDS = 5;
/** More requests a second than the site can answer. */
const ENDLESS_PER_SECOND = 200_000;
/** For each sign-up there are nine visits. */
export const MIX: readonly Kind[] = ['sign-up', ...new Array<Kind>(9).fill('visit')];

interface Variant {
  engine: string;
  isSlow: boolean;
  /**
   * A request is sent only if a connection is free, so this number limits the refusals, which need processor time. If
   * the processor is the limit, there are few connections, as from a proxy. On a slow disk the site has the processor
   * time for refusals, so there are connections for all requests.
   */
  connections: number;
}
const variants: Readonly<Record<string, Variant>> = {
  SQLite: { engine: 'SQLite', isSlow: false, connections: 1_000 },
  PostgreSQL: { engine: 'PostgreSQL', isSlow: false, connections: 1_000 },
  'SQLite on a slow disk': { engine: 'SQLite', isSlow: true, connections: 4_000 },
  'PostgreSQL on a slow disk': { engine: 'PostgreSQL', isSlow: true, connections: 4_000 },
};
export const overloadedVariants: readonly string[] = Object.keys(variants);
/** Variants in which the disk is the limit, so that requests would wait if none were refused. */
export const slowVariants = overloadedVariants.filter((name) => variants[name]?.isSlow);

export interface OverloadReport {
  isSlow: boolean;
  /** Answers with the status 200, per second, before and after the overload. */
  peaks: [number, number];
  /** Answers with the status 200, per second, during the overload. */
  goodput: number;
  answers: Answers;
  /** Answers under a third of the peak load, before the overload. */
  before: Answers;
  /** Answers under the same load, ten seconds after the overload. */
  after: Answers;
  /** The same overload on a server that only answers, to measure how much of the delay is caused by the machine. */
  baseline: Answers;
}

const reports = new Map<string, Promise<OverloadReport>>();

/** Overloads a variant with three times its peak. The proofs O1 and O2 share one run. */
export function overloadReport(name: string): Promise<OverloadReport> {
  const report = reports.get(name) ?? overload(variantOf(name));
  reports.set(name, report);
  return report;
}

/** Overloads a changed copy of the program, for a shorter time. */
export function overloadOf(program: string, name: string): Promise<OverloadReport> {
  return overload(variantOf(name), { program, seconds: FEW_SECONDS });
}

function variantOf(name: string): Variant {
  const variant = variants[name];
  if (!variant) throw new Error(`There is no variant ${name}.`);
  return variant;
}

async function overload(
  { engine, isSlow, connections }: Variant,
  { program, seconds = OVERLOAD_SECONDS }: { program?: string; seconds?: number } = {},
): Promise<OverloadReport> {
  const env = { RATE_LIMITS: 'off' };
  const server = await startServer({ env, engine, ...(program && { program }) });
  await addInviter(server.databaseUrl);
  const load = async (seconds: number, perSecond: number, url = server.url) => {
    const [answers] = await arrive(seconds, { url, mix: MIX, perSecond, connections });
    return answers;
  };
  const measurePeak = async () => {
    const stream = { perSecond: ENDLESS_PER_SECOND, connections: PEAK_CONNECTIONS };
    const [{ all }] = await arrive(PEAK_SECONDS, { url: server.url, mix: MIX, ...stream });
    return all.accepted / PEAK_SECONDS;
  };

  // Warms up V8's compiler.
  await measurePeak();
  const recover = isSlow ? await slowDown(server.databaseUrl) : async () => {};
  const peak = await measurePeak();
  const before = await load(CALM_SECONDS, peak / 3);
  const answers = await load(seconds, OVERLOAD * peak);
  await wait(NORMAL_AGAIN_AFTER_MS);
  const after = await load(CALM_SECONDS, peak / 3);
  const peakAfter = await measurePeak();
  await recover();
  await server.stop();
  const bare = await startBareServer();
  const baseline = await load(CALM_SECONDS, OVERLOAD * peak, bare.url);
  bare.close();
  return {
    isSlow,
    peaks: [peak, peakAfter],
    goodput: answers.all.accepted / seconds,
    answers,
    before,
    after,
    baseline,
  };
}

async function startBareServer() {
  const server = createServer((request, response) => {
    request.resume();
    response.end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() };
}
