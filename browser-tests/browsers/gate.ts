import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy between a browser and the site. It refuses requests to all other sites. */
export interface Gate {
  readonly port: number;
  /** The requests of this test: the path for our site, the host for other sites. */
  readonly requested: readonly string[];
  /** Holds back requests to paths that begin with `start`. @returns a function that releases them */
  hold(start: string): () => void;
  /** Breaks the connections of all requests to paths that begin with `start`, until `restore`. */
  refuse(start?: string): void;
  restore(): void;
  /** Prepares the gate for the next test. */
  reset(): void;
  close(): Promise<void>;
}

/** @param site the address of the site */
export async function openGate(site: string): Promise<Gate> {
  const requested: string[] = [];
  const held = new Map<string, PromiseWithResolvers<void>>();
  let refused: string | undefined;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', pathname, search } = new URL(request.url ?? '', `http://127.0.0.1:${port}`);
    const isOurs = host === `127.0.0.1:${port}`;
    requested.push(isOurs ? pathname : host);
    for (const [start, { promise }] of held) if (pathname.startsWith(start)) await promise;
    if (!isOurs || (refused !== undefined && pathname.startsWith(refused))) {
      request.socket.destroy();
      return;
    }
    const { method, headers } = request;
    const onward = send(site + pathname + search, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }

  function restore(): void {
    refused = undefined;
    for (const { resolve } of held.values()) resolve();
    held.clear();
  }

  const server = createServer(pass);
  server.on('connect', ({ url = '' }, socket) => {
    requested.push(url);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    requested,
    hold(start) {
      const hold = Promise.withResolvers<void>();
      held.set(start, hold);
      return () => {
        held.delete(start);
        hold.resolve();
      };
    },
    refuse(start = '') {
      refused = start;
    },
    restore,
    reset() {
      restore();
      requested.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
