import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A load balancer in front of several instances of the site, with nginx's default behaviour. */
export interface Balancer {
  readonly url: string;
  /** Addresses of the instances; requests go to each in turn. The list may be changed at any time. */
  readonly instances: string[];
  close(): Promise<void>;
}

export async function startBalancer(instances: string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });
  let turn = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const first = turn++;
    for (let attempt = 0; attempt < instances.length; attempt++) {
      const instance = instances[(first + attempt) % instances.length] ?? '';
      try {
        const answer = await ask(instance, incoming, body);
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      } catch (error) {
        if (!mayTryAnother(incoming, error)) break;
      }
    }
    outgoing.writeHead(502).end();
  }

  async function ask(instance: string, { method, url, headers }: IncomingMessage, body: Buffer) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { connection: _, ...passedOn } = headers;
    const onward = request(`${instance}${url}`, {
      method: method ?? 'GET',
      headers: passedOn,
      agent,
    });
    onward.on('error', reject).on('response', resolve).end(body);
    const answer = await promise;
    const { connection: __, 'transfer-encoding': ___, ...answered } = answer.headers;
    return { status: answer.statusCode ?? 502, headers: answered, body: await buffer(answer) };
  }

  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    instances,
    async close() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await once(server, 'close');
    },
  };
}

/** A write is sent to another instance only if it cannot have arrived at the first instance. */
function mayTryAnother({ method }: IncomingMessage, error: unknown): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
