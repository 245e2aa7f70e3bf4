import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { calls } from '../../contract/calls.ts';
import { PROGRAM } from './server-process.ts';

const CONNECTIONS = 8;

/** Sign-ups that go on until the server goes away, with a ledger of what it acknowledged. */
export interface SignUpLoad {
  readonly acknowledged: readonly string[];
  /** What went wrong, one entry for each request that got no good answer. */
  readonly failures: readonly string[];
  /** Resolves when so many are acknowledged, or when the load has ended. */
  reaches(count: number): Promise<void>;
  readonly ended: Promise<void>;
}

/** Keeps connections busy, each until its last answer says that it is closed, or until it breaks. */
export function startSignUps(url: string, name = 'visitor'): SignUpLoad {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const goals: { count: number; reached: () => void }[] = [];

  async function keepBusy(connection: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let open = true;
    for (let n = 0; open; n++) {
      const email = `${name}-${connection}-${n}@example.com`;
      try {
        const answer = await signUp(url, agent, email);
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        open = answer.staysOpen;
        acknowledged.push(email);
        for (const goal of goals) if (acknowledged.length >= goal.count) goal.reached();
      } catch (error) {
        failures.push(String(error));
        open = false;
      }
    }
    agent.destroy();
  }

  const connections = Array.from({ length: CONNECTIONS }, (_, n) => keepBusy(n));
  const ended = Promise.all(connections).then(() => {});
  return {
    acknowledged,
    failures,
    ended,
    reaches: (count) =>
      Promise.race([ended, new Promise<void>((reached) => goals.push({ count, reached }))]),
  };
}

export interface SignUpAnswer {
  status: number | undefined;
  body: string;
  /** Whether the connection may be used again. */
  staysOpen: boolean;
}

/** One sign-up over a connection of the agent's. @throws unless the answer is whole */
export function signUp(url: string, agent: Agent, email: string): Promise<SignUpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SignUpAnswer>();
  const { method, path } = calls.joinWaitlist;
  const outgoing = request(`${url}${path}`, {
    method,
    agent,
    headers: { 'content-type': 'application/json' },
  });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    const staysOpen = response.headers.connection !== 'close';
    text(response).then(
      (body) => resolve({ status: response.statusCode, body, staysOpen }),
      reject,
    );
  });
  outgoing.end(JSON.stringify({ email }));
  return promise;
}

/** The addresses that `impromptu export waitlist` writes, in the order of the alphabet. */
export async function exportedAddresses(databaseFile: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'export', 'waitlist'], {
    env: { DATABASE_URL: `file:${databaseFile}` },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const [_header, ...lines] = stdout.trimEnd().split('\r\n');
  return lines.map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? line).toSorted();
}
