import { randomInt } from 'node:crypto';
import { type ServerProcess, startServer } from '../server/testing/server-process.ts';
import { signIn } from '../server/testing/signed-in.ts';
import { readCounters } from '../server/testing/visit-load.ts';
import { openStorage } from '../storage/open.ts';
import { checkIntegrity } from '../storage/testing/integrity.ts';
import { testEngines } from '../storage/testing/test-databases.ts';
import { type CallName, callNames } from './call-models.ts';
import { makeRound, playRound, type Round, type RoundOutcome } from './fuzz-round.ts';
import type { Credentials } from './fuzzed-requests.ts';
import { type Proof, require } from './proof.ts';

const REQUESTS = 1_000_000 / testEngines.length;
const CONNECTIONS = 24;
const KEY = 'a-key-of-the-back-end-for-the-fuzzing';
const PHONE = '+15550001111';
/** A code would have to be guessed, and a browser would have to work for a text message. */
const UNREACHABLE: readonly CallName[] = ['signIn', 'sendCode'];

export const noRequestEndsIt: Proof = {
  id: 'V9',
  promise: 'No request ends the process, is answered 5xx, or is never answered.',
  grounds: testEngines.map(({ name }) => name),
  async run(engine) {
    const seed = randomInt(2 ** 32);
    const env = { RATE_LIMITS: 'off', APP_API_KEYS: KEY };
    const server = await startServer({ engine, env });
    try {
      const fuzzing = await fuzz(server, seed);
      await requireSound(server, seed);
      const { sent, connections, statuses, reached } = fuzzing;
      const unreached = callNames.filter((name) => !reached.has(name));
      require(unreached.every((name) =>
        UNREACHABLE.includes(name),
      ), `No ${unreached.join(', ')} ever got through: what lies behind was not tried.`);
      const seen = [...statuses].toSorted(([one], [other]) => one - other);
      const figures = seen.map(([status, count]) => `${count.toLocaleString('en')} × ${status}`);
      return `${sent.toLocaleString('en')} requests over ${connections.toLocaleString('en')} connections (seed ${seed}), answered ${figures.join(', ')}; no exit, none silent, difference 0, integrity ok`;
    } finally {
      await server.stop();
    }
  },
};

interface Fuzzing {
  sent: number;
  connections: number;
  /** How many answers had each. */
  statuses: Map<number, number>;
  /** The calls that were answered 2xx. */
  reached: Set<CallName>;
}

/** @throws with the request that did it, and what repeats it */
async function fuzz(server: ServerProcess, seed: number): Promise<Fuzzing> {
  const credentials = await becomeAdmin(server.databaseUrl);
  const port = Number(new URL(server.url).port);
  const fuzzing: Fuzzing = { sent: 0, connections: 0, statuses: new Map(), reached: new Set() };
  const underWay = new Set<number>();
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });

  async function keepFuzzing(): Promise<void> {
    while (fuzzing.sent < REQUESTS) {
      const roundSeed = seed + fuzzing.connections++;
      const round = makeRound(roundSeed, credentials);
      fuzzing.sent += round.requests.length;
      underWay.add(roundSeed);
      const outcome = await playRound(port, round);
      if (hasEnded) {
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
    require(!isHung, `Nothing came of ${name}: ${asText(requests.at(-1)?.bytes)}`);
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

async function becomeAdmin(databaseUrl: string): Promise<Credentials> {
  const storage = await openStorage(databaseUrl, 'visitor');
  await storage.admins.add(PHONE, Date.now());
  const { userId, headers } = await signIn({ storage, clock: Date.now, https: false }, PHONE);
  await storage.close();
  return { key: KEY, cookie: headers.cookie, userId };
}

/** Nothing was broken for whoever comes next. */
async function requireSound(server: ServerProcess, seed: number): Promise<void> {
  for (const path of ['/healthz', '/readyz', '/']) {
    const { status } = await fetch(`${server.url}${path}`);
    require(status === 200, `${path} answered ${status} afterwards.`);
  }
  // Whoever sends garbage behind a request is cut off before its answer: a 5xx among those is only seen here.
  const complaints = server.log.filter((line) => /"level":"(error|fatal)"/.test(line));
  require(complaints.length ===
    0, `It logged ${complaints.length} errors (seed ${seed}), such as ${complaints[0]}`);
  const { differences } = await readCounters(server.databaseUrl);
  require(differences.length === 0, differences.join(' '));
  const integrity = await checkIntegrity(server.databaseUrl);
  require(integrity === 'ok', `The integrity check says ${integrity}.`);
}

function asText(bytes: Buffer | undefined): string {
  return JSON.stringify(bytes?.subarray(0, 3_000).toString('latin1'));
}
