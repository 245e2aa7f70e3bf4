import type { App, AppParts } from '../app-parts.ts';

/** If the database takes longer to answer, the site is not ready. */
const READY_WITHIN_MS = 2_000;
/** How long a result is reused. */
const KEPT_FOR_MS = 1_000;

const uncached = { 'cache-control': 'no-store' };

/**
 * `/healthz` answers 200 while the program runs; proxies should check this path. `/readyz` answers 200 while the
 * database answers and no stop has begun; upgrades should wait for this answer (docs/operations.md).
 */
export function registerHealth(app: App, { storage }: AppParts): void {
  let stopping = false;
  // A result is reused, because each check writes to the database, and strangers can send requests at any rate.
  let checked: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.get('/healthz', (_request, reply) => reply.headers(uncached).send({ status: 'ok' }));

  function isDatabaseReady(): Promise<boolean> {
    checked ??= check();
    return inTime(checked);
  }

  function check(): Promise<void> {
    const forget = () => {
      checked = undefined;
    };
    return storage.check().finally(() => setTimeout(forget, KEPT_FOR_MS).unref());
  }

  app.get('/readyz', async (_request, reply) => {
    // Once a stop has begun, the answer does not depend on the database.
    const ready = !stopping && (await isDatabaseReady());
    return reply
      .headers(uncached)
      .status(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready' });
  });
}

async function inTime(check: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = setTimeout(() => resolve(false), READY_WITHIN_MS);
  check.then(
    () => resolve(true),
    () => resolve(false),
  );
  const ready = await promise;
  clearTimeout(late);
  return ready;
}
