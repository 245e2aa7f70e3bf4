import { setTimeout as wait } from 'node:timers/promises';
import type { RouteHandlerMethod } from 'fastify';
import type { AppParts, FastifyApp } from '../app-parts.ts';

/** If the database takes longer to answer, the site is not ready. */
const READY_WITHIN_MS = 2_000;
/** How long a result is reused. */
const KEPT_FOR_MS = 1_000;

interface Health {
  /** Answers 200 while the program runs; proxies should check this. */
  alive: RouteHandlerMethod;
  /** Answers 200 while a sign-up could be stored and no stop has begun; upgrades should wait for this answer. */
  ready: RouteHandlerMethod;
}

export function createHealth(app: FastifyApp, { storage }: AppParts): Health {
  let stopping = false;
  // A result is reused, because each check writes to the database, and strangers can send requests at any rate.
  let checked: Promise<boolean> | undefined;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  async function check(): Promise<boolean> {
    const succeeded = await storage.waitlist.tryJoin().then(
      () => true,
      () => false,
    );
    setTimeout(() => {
      checked = undefined;
    }, KEPT_FOR_MS).unref();
    return succeeded;
  }

  function isDatabaseReady(): Promise<boolean> {
    checked ??= check();
    return Promise.race([checked, wait(READY_WITHIN_MS, false, { ref: false })]);
  }

  return {
    alive: (_request, reply) => reply.send({ status: 'ok' }),
    async ready(_request, reply) {
      // Once a stop has begun, the answer does not depend on the database.
      const ready = !stopping && (await isDatabaseReady());
      return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' });
    },
  };
}
