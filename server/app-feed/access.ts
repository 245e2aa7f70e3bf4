import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import { countFailures, limits } from '../http/limits.ts';

/** Begins a key that is given as its hash. */
const HASHED = 'sha256:';

/**
 * Lets nobody but the app's back end make the calls that the contract reserves for it. The guard is
 * put before them here, so that no call can forget it, and asks before the body is read.
 */
export function guardCalls(app: App, { appApiKeys, rateLimits }: AppParts): void {
  const showsKey = keyCheck(appApiKeys);
  const failures = rateLimits ? countFailures(app, limits.wrongKeys) : undefined;
  const guarded = Object.values(calls).filter(({ access }) => access === 'app');

  app.addHook('onRoute', (route) => {
    const isGuarded = guarded.some(({ path, method }) => {
      return path === route.url && [route.method].flat().includes(method);
    });
    if (!isGuarded) return;
    route.onRequest = [
      async (request, reply) => {
        // First, so that wrong keys of a stranger never lock out a right one behind the same address. Keys are
        // too long to be guessed; the limit keeps down what wrong ones cost.
        if (showsKey(request)) return;
        await failures?.refusePastLimit(request);
        await failures?.count(request);
        reply.header('www-authenticate', 'Bearer');
        throw errors.invalidKey();
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
}

/**
 * Whether a request shows one of the keys, as "Authorization: Bearer KEY". Compares with every key, and
 * in full, so that the time tells nothing of any of them.
 *
 * @param keys each as it is shown, or as `sha256:` and its hash (hexadecimal)
 */
export function keyCheck(keys: readonly string[]): (request: FastifyRequest) => boolean {
  const hashes = keys.map((key) =>
    key.startsWith(HASHED) ? Buffer.from(key.slice(HASHED.length), 'hex') : digest(key),
  );
  return ({ headers }) => {
    const [, shown = ''] = /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? '') ?? [];
    const hash = digest(shown);
    return hashes.filter((key) => timingSafeEqual(key, hash)).length > 0;
  };
}

/** Of equal length whatever is compared. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
