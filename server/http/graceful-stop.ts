import { Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { App } from '../app-parts.ts';

/** How long kept-alive connections may still send a request after a stop has begun. */
const LINGER_MS = 1_000;
const LOOK_EVERY_MS = 20;

/**
 * Makes `app.close()` lose no request: it first accepts no new connections, then answers requests on the open ones
 * with "Connection: close" (Fastify sets that header while closing), and only then closes the silent ones. Node
 * closes idle connections at once, which would cut off a request that is already on its way.
 *
 * @param requestWithinMs how long a request may take to arrive
 */
export function lingerOnClose(app: App, requestWithinMs: number): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    Server.prototype.close.call(app.server);
    // A closing Node server no longer checks for slow requests, so the deadline is set here.
    setTimeout(() => app.server.closeAllConnections(), requestWithinMs).unref();
    const countConnections = promisify(app.server.getConnections.bind(app.server));
    for (let waited = 0; waited < LINGER_MS; waited += LOOK_EVERY_MS) {
      if ((await countConnections()) === 0) return;
      await delay(LOOK_EVERY_MS);
    }
  });
}
