import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { App } from '../app-parts.ts';
import type { Connections } from './connections.ts';

/** How long a stop waits for further requests on open connections. */
const LINGER_MS = 1_000;
const CHECK_EVERY_MS = 20;

/**
 * Makes `app.close()` answer all requests. First the server accepts no new connections. For LINGER_MS it still answers
 * requests on open connections, with "Connection: close" (Fastify sets this header while closing). Then it closes idle
 * connections. Node alone would close them at the beginning, and a request that is on its way would fail.
 *
 * An answer that was begun before the stop, such as a long download, leaves its connection open. Such a connection is
 * ended LINGER_MS after this answer.
 *
 * @param requestWithinMs how long a request may take to arrive
 */
export function answerAllBeforeClose(
  app: App,
  connections: Connections,
  requestWithinMs: number,
): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    Server.prototype.close.call(app.server);
    connections.endAfterAnswers(LINGER_MS);
    // Node stops checking for slow requests when a server closes, so the deadline is set here.
    setTimeout(() => app.server.closeAllConnections(), requestWithinMs).unref();
    const countConnections = promisify(app.server.getConnections.bind(app.server));
    for (let waited = 0; waited < LINGER_MS; waited += CHECK_EVERY_MS) {
      if ((await countConnections()) === 0) return;
      await delay(CHECK_EVERY_MS);
    }
    // Node also counts a connection as idle if its answer has ended but is not sent yet, and would cut off the answer.
    while (connections.areSending()) await delay(CHECK_EVERY_MS);
  });
}
