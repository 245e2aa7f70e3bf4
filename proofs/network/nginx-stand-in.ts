import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { SiteProxy } from './site-proxy.ts';

const FAILED_FOR_MS = 2_000;

/**
 * Replaces nginx where neither nginx nor Caddy is installed. Like nginx with its defaults, it reads a whole request
 * before it sends the request to a copy. When a request to a copy fails, it answers 502 and does not use that copy for
 * two seconds. While all copies are out of use, every request gets 502.
 */
export async function startNginxStandIn(copies: readonly string[]): Promise<SiteProxy> {
  const agent = new Agent({ keepAlive: true });
  const failedUntil = new Map<string, number>();
  const lines: string[] = [];
  let turn = 0;

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const now = performance.now();
    const here = copies.filter((copy) => (failedUntil.get(copy) ?? 0) <= now);
    const copy = here[turn++ % here.length];
    if (!copy) {
      answer(502, {}, '');
      return;
    }
    const { connection: _, ...headers } = incoming.headers;
    const onward = request(`${copy}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' },
      agent,
    });
    onward.on('error', () => {
      failedUntil.set(copy, performance.now() + FAILED_FOR_MS);
      answer(502, {}, '');
    });
    onward.on('response', async (response) => {
      const { connection: __, 'transfer-encoding': ___, ...answered } = response.headers;
      answer(response.statusCode ?? 502, answered, await buffer(response).catch(() => ''));
    });
    onward.end(body);

    function answer(status: number, all: IncomingMessage['headers'], content: Buffer | string) {
      if (outgoing.headersSent) return;
      lines.push(`${incoming.method} ${status}`);
      outgoing.writeHead(status, all).end(content);
    }
  }

  // When a client disconnects, its request is dropped.
  const server = createServer((...both) => void pass(...both).catch(() => {}));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    log: async () => lines.join('\n'),
    async stop() {
      agent.destroy();
      server.close().closeAllConnections();
      await once(server, 'close');
    },
  };
}
