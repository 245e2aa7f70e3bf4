import type { App, AppParts } from '../app-parts.ts';

/** A slower database is not ready. */
const READY_WITHIN_MS = 2_000;
/** How long a result is reused. */
const KEPT_FOR_MS = 1_000;

const uncached = { 'cache-control': 'no-store' };

/**
 * `/healthz` says that the program runs. `/readyz` says that it can serve visitors: the database answers and no stop
 * has begun. Use it for load balancers.
 */
export function registerHealth(app: App, { storage }: AppParts): void {
  let stopping = false;
  // At most one check a second: each one writes, and strangers may request it at any rate.
  let checked: Promise<void> | undefined;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.get('/healthz', (_request, reply) => reply.headers(uncached).send({ status: 'ok' }));

  function answers(): Promise<boolean> {
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
    // Do not query once a stop has begun: the result would be unused.
    const ready = !stopping && (await answers());
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
