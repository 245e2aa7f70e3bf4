import { randomInt } from 'node:crypto';
import type { CallName } from '../contract/calls.ts';
import { checkIntegrity, testEngines } from '../testing/databases/test-databases.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { readCounters } from '../testing/load/site-load.ts';
import { WAITING_LETTERS } from '../testing/mail-site.ts';
import { type ServerProcess, startServer, WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import type { DoubleName } from '../testing/site-with-double.ts';
import { type Credentials, prepareCredentials } from './fuzz/fuzz-credentials.ts';
import { makeRound, playRound, type Round, type RoundOutcome } from './fuzz/fuzz-round.ts';
import { callNames } from './fuzz/fuzzed-requests.ts';
import { expectFailure, type Proof, require } from './proof.ts';

/** Few, because this is no test of overload. */
const CONNECTIONS = 8;
const KEY = 'a-key-of-the-back-end-for-the-fuzzing';

interface Variant {
  engine: string;
  https: boolean;
  env: Readonly<Record<string, string>>;
}

const KEYS = { APP_API_KEYS: KEY, WEBHOOK_KEYS: KEY };
const WITHOUT_LIMITS = { https: false, env: { RATE_LIMITS: 'off', ...KEYS } };
const BEHIND_A_PROXY = {
  https: true,
  env: {
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://impromptu.example',
    ...KEYS,
    ...TWILIO_SETTINGS,
    // Codes to the admin's own phone leave for a proxy that does not exist, instead of for Twilio.
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: 'http://127.0.0.1:9',
  },
};
const engines = testEngines.map(({ name }) => name);
const variants: Readonly<Record<string, Variant>> = Object.fromEntries(
  engines.flatMap((engine): [string, Variant][] => [
    [engine, { engine, ...WITHOUT_LIMITS }],
    [`${engine} behind a proxy, with limits`, { engine, ...BEHIND_A_PROXY }],
  ]),
);
const CODE_NOT_SENT = 'A verification code was not sent.';
const REQUESTS = 50_000;
/** So many times the requests are sent at most, while there are no limits and a call was not accepted yet. */
const LONGEST = 5;
const FEW_REQUESTS = 20_000;

export const survivesFuzzing: Proof = {
  id: 'V9',
  promise: 'Every request is answered, no answer is 5xx, and no request ends the process.',
  variants: Object.keys(variants),
  run: (variant) => fuzzOn(variant, REQUESTS),
  control: {
    without: 'the check that an inviter exists',
    variants: engines,
    async run(engine) {
      const failed = await expectFailure(/^In round \d+ the answer was 5/, () =>
        fuzzOn(engine, FEW_REQUESTS, 'answers 500 for an unknown inviter'),
      );
      const ended = await expectFailure(/^The process has ended/, () =>
        fuzzOn(engine, FEW_REQUESTS, 'ends at a request for an unknown inviter'),
      );
      return [failed, ended].map((said) => said.slice(0, 60)).join('… and … ');
    },
  },
};

/** No mail server takes the test letter. */
const UNREACHABLE: ReadonlySet<string> = new Set(['testMailing']);

async function fuzzOn(name: string, requests: number, double?: DoubleName): Promise<string> {
  const variant = variants[name];
  require(variant !== undefined, `There is no variant ${name}.`);
  const { engine, env, https } = variant;
  const seed = randomInt(2 ** 32);
  await using server = await startServer({
    engine,
    env: { ...env, ...WAITING_LETTERS, ...WITH_POSTAL_ADDRESS },
    double,
  });
  const credentials = await prepareCredentials(server.databaseUrl, { key: KEY, https });
  const most = https ? requests : LONGEST * requests;
  const fuzzed = await fuzz(server, seed, [requests, most], credentials);
  const { sent, connections, statuses, reached } = fuzzed;
  await requireSound(server, seed);
  // With limits, the few requests that a call accepts in an hour may all be wrong ones.
  const unreached = https ? [] : unreachedOf(reached);
  require(unreached.length ===
    0, `No request of ${unreached.join(', ')} was accepted: these handlers were not tested.`);
  const seen = [...statuses].toSorted(([one], [other]) => one - other);
  const figures = seen.map(([status, count]) => `${count.toLocaleString('en')} × ${status}`);
  return `${sent.toLocaleString('en')} requests over ${connections.toLocaleString('en')} connections (seed ${seed}), answered ${figures.join(', ')}; no exit, no connection hung, all counters equal the log, integrity ok`;
}

function unreachedOf(reached: ReadonlySet<CallName>): CallName[] {
  return callNames.filter((name) => !reached.has(name) && !UNREACHABLE.has(name));
}

interface Fuzzing {
  sent: number;
  connections: number;
  /** Number of answers by status. */
  statuses: Map<number, number>;
  /** The calls that were answered 2xx. */
  reached: Set<CallName>;
}

/**
 * @throws with the request that caused the failure and the seed of its round or, if the process ended, with the seeds
 *   of all unfinished rounds
 */
async function fuzz(
  server: ServerProcess,
  seed: number,
  [least, most]: readonly [number, number],
  credentials: Credentials,
): Promise<Fuzzing> {
  const port = Number(new URL(server.url).port);
  const fuzzing: Fuzzing = { sent: 0, connections: 0, statuses: new Map(), reached: new Set() };
  const underWay = new Set<number>();

  async function keepFuzzing(): Promise<void> {
    const isOver = () => fuzzing.sent >= most || unreachedOf(fuzzing.reached).length === 0;
    while (fuzzing.sent < least || !isOver()) {
      const roundSeed = seed + fuzzing.connections++;
      const round = makeRound(roundSeed, credentials);
      fuzzing.sent += round.requests.length;
      underWay.add(roundSeed);
      const outcome = await playRound(port, round);
      if (server.process.exitCode !== null || server.process.signalCode !== null) {
        const log = server.log.slice(-20).join('\n');
        throw new Error(
          `The process has ended, in one of the rounds ${[...underWay].join(', ')}:\n${log}`,
        );
      }
      underWay.delete(roundSeed);
      take(outcome, round, `round ${roundSeed}`);
    }
  }

  function take({ statuses, isHung }: RoundOutcome, { requests }: Round, name: string): void {
    require(!isHung, `No answer in ${name}: ${asText(requests.at(-1)?.bytes)}`);
    for (const [index, status] of statuses.entries()) {
      const request = requests[index];
      require(status < 500, `In ${name} the answer was ${status} to ${asText(request?.bytes)}`);
      fuzzing.statuses.set(status, (fuzzing.statuses.get(status) ?? 0) + 1);
      if (request?.call && request.isFramed && status < 300) fuzzing.reached.add(request.call);
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, keepFuzzing));
  return fuzzing;
}

/** @throws unless the server still answers other requests, and its data is consistent */
async function requireSound(server: ServerProcess, seed: number): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/']) {
    const { status } = await fetch(`${server.url}${path}`);
    require(status === 200, `${path} answered ${status} afterwards.`);
  }
  // When garbage follows a request, the connection is closed before the answer, so a 5xx is only in the log.
  const complaints = server.log.filter(
    (line) => /"level":"(error|fatal)"/.test(line) && !line.includes(CODE_NOT_SENT),
  );
  require(complaints.length ===
    0, `The server logged ${complaints.length} errors (seed ${seed}), such as ${complaints[0]}`);
  const { differences } = await readCounters(server.databaseUrl);
  require(differences.length === 0, differences.join(' '));
  const integrity = await checkIntegrity(server.databaseUrl);
  require(integrity === 'ok', `The integrity check says ${integrity}.`);
}

function asText(bytes: Buffer | undefined): string {
  return JSON.stringify(bytes?.subarray(0, 3_000).toString('latin1'));
}
