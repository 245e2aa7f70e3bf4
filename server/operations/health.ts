import type { App, AppParts } from '../app-parts.ts';

/** A database that takes longer than this to answer is not ready. */
const READY_WITHIN_MS = 2_000;
/** So long a result stands in for those who ask next. */
const KEPT_FOR_MS = 1_000;

const uncached = { 'cache-control': 'no-store' };

/**
 * `/healthz` says that the program runs; `/readyz` says that it can do its work: the database answers
 * and no stop has begun, so a load balancer may send visitors here.
 */
export function registerHealth(app: App, { storage }: AppParts): void {
  let stopping = false;
  // One check a second, as each is a write, and strangers may ask as often as they like.
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
    // Not asked once a stop has begun: nobody would wait for what it says.
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
