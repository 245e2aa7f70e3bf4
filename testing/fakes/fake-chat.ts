import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The part of the address that only the team knows. */
export const CHAT_SECRET = 'T024BE7LD-secret';

export type FakeChat = Awaited<ReturnType<typeof startFakeChat>>;

/** Replaces the incoming webhook of a chat, such as Slack's. @param answer by default 200 and "ok" */
export async function startFakeChat(
  answer: (response: ServerResponse, request: IncomingMessage) => void = (response) =>
    response.end('ok'),
) {
  const texts: string[] = [];
  /** The paths that were asked for. */
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '');
    const body: unknown = JSON.parse(await text(request));
    texts.push((body as { text: string }).text);
    answer(
      response.on('error', () => {}),
      request,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/${CHAT_SECRET}`,
    texts,
    paths,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
    async [Symbol.asyncDispose]() {
      await this.close();
    },
  };
}
