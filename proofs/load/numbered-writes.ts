import { once } from 'node:events';
import { connect } from 'node:net';
import { calls, pathTo } from '../../contract/calls.ts';
import { eventKey } from '../../storage/engines/event-key.ts';
import { query } from '../../testing/databases/test-databases.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { require } from '../proof.ts';

const CONNECTIONS = 8;
const INVITER = 'ana';
export const KEY = 'a-key-of-the-back-end-for-the-power-cuts';

/**
 * Sends sign-ups and visits in turn. The address or event id of each write contains the port of its connection and the
 * number of the write. So the number of answers on a connection shows which writes were acknowledged.
 *
 * @returns the ports of the connections
 */
export async function writeForAWhile(url: string, writes: number): Promise<number[]> {
  const put = await fetch(`${url}${pathTo(calls.putInviter, INVITER)}`, {
    method: calls.putInviter.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    body: JSON.stringify({ username: INVITER }),
  });
  require(put.status === 200, `The request to add the inviter was answered ${put.status}.`);
  const port = Number(new URL(url).port);
  const each = writes / CONNECTIONS;
  return await Promise.all(Array.from({ length: CONNECTIONS }, () => keepWriting(port, each)));
}

async function keepWriting(port: number, writes: number): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const { localPort = 0 } = socket;
  for (let n = 0; n < writes; n++) {
    socket.write(requestText(localPort, n));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const line = answer.toString('latin1').split('\r\n', 1)[0] ?? '';
    require(line === 'HTTP/1.1 200 OK', `A write was answered ${line}.`);
  }
  socket.destroy();
  return localPort;
}

function requestText(port: number, n: number): string {
  const name = nameOf(port, n);
  const [call, body] = isSignUp(n)
    ? [calls.joinWaitlist, { email: `${name}@example.com` }]
    : [calls.trackInvite, { refUserId: INVITER, action: 'page_view', eventId: name }];
  const text = JSON.stringify(body);
  return [
    `${call.method} ${call.path} HTTP/1.1`,
    'host: localhost',
    `user-agent: ${A_PERSON}`,
    'content-type: application/json',
    `content-length: ${text.length}`,
    '',
    text,
  ].join('\r\n');
}

function nameOf(port: number, n: number): string {
  return `visitor-${port}-${n}`;
}

function isSignUp(n: number): boolean {
  return n % 2 === 0;
}

/** The acknowledged writes, by the ports of the connections. */
export class Ledger {
  readonly #answers: Map<number, number>;

  constructor(ports: readonly number[]) {
    this.#answers = new Map(ports.map((port) => [port, 0]));
  }

  get size(): number {
    return this.#answers.values().reduce((sum, answers) => sum + answers, 0);
  }

  take({ port, answers }: { port: number; answers: number }): void {
    const before = this.#answers.get(port);
    if (before !== undefined) this.#answers.set(port, before + answers);
  }

  /** @returns how many acknowledged writes are missing in a database */
  async missingIn(url: string): Promise<number> {
    const emails = new Set(
      (await query(url, 'SELECT email FROM waitlist')).map(({ email }) => email),
    );
    const keys = await query(url, 'SELECT key FROM event_key');
    const events = new Set(keys.map(({ key }) => Buffer.from(key as Uint8Array).toString('hex')));
    let missing = 0;
    for (const [port, answers] of this.#answers) {
      for (let n = 0; n < answers; n++) {
        const name = nameOf(port, n);
        const isKept = isSignUp(n)
          ? emails.has(`${name}@example.com`)
          : events.has(Buffer.from(eventKey('page_view', name)).toString('hex'));
        if (!isKept) missing++;
      }
    }
    return missing;
  }
}
