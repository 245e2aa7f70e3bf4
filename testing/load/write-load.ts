import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { A_PERSON } from '../requests/user-agents.ts';

const CONNECTIONS = 8;

/** Writes that go on until the server goes away, with a ledger of what it acknowledged. */
export interface WriteLoad {
  readonly acknowledged: readonly string[];
  /** What went wrong, one entry for each request that got no good answer. */
  readonly failures: readonly string[];
  /** Resolves when so many are acknowledged, or when the load has ended. */
  reaches(count: number): Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * Keeps connections busy, each until its last answer says that it is closed, or until it breaks.
 *
 * @param name what is written as the n-th thing of a connection, never the same twice
 */
export function startWrites(
  name: (connection: number, n: number) => string,
  write: (name: string, agent: Agent) => Promise<Answer>,
): WriteLoad {
  const acknowledged: string[] = [];
  const failures: string[] = [];
  const goals: { count: number; reached: () => void }[] = [];

  async function keepBusy(connection: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let open = true;
    for (let n = 0; open; n++) {
      try {
        const answer = await write(name(connection, n), agent);
        if (answer.status !== 200) throw new Error(`status ${answer.status}`);
        open = answer.staysOpen;
        acknowledged.push(name(connection, n));
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

export interface Answer {
  status: number | undefined;
  body: string;
  /** Whether the connection may be used again. */
  staysOpen: boolean;
}

/** Posts JSON over a connection of the agent's, as a person's browser. @throws unless the answer is whole */
export function post(address: string, agent: Agent, body: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(address, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', 'user-agent': A_PERSON },
  });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    const staysOpen = response.headers.connection !== 'close';
    text(response).then(
      (body) => resolve({ status: response.statusCode, body, staysOpen }),
      reject,
    );
  });
  outgoing.end(JSON.stringify(body));
  return promise;
}
