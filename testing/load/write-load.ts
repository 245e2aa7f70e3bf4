import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { A_PERSON } from '../requests/user-agents.ts';

const CONNECTIONS = 8;

/** Writes that continue until the server ends, with a record of those that it acknowledged. */
export interface WriteLoad {
  readonly acknowledged: readonly string[];
  /** One entry for each failed request, with the reason. */
  readonly failures: readonly string[];
  /** Resolves when this number of writes is acknowledged, or when the load has ended. */
  reaches(count: number): Promise<void>;
  readonly ended: Promise<void>;
}

/**
 * Sends writes over several connections. Each connection is used until the server closes it or a write fails.
 *
 * @param name returns the name of write `n` of a connection; no two names may be equal
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

/**
 * Posts JSON over the agent's connections, with the user agent of a person's browser. @throws unless the answer is
 * complete
 */
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
