import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import { countCalls, limits } from '../http/limits.ts';

/** The prefix of a setting's key that is given as its hash. */
const HASHED = 'sha256:';

/**
 * Refuses calls whose access is `app` without a key of the app's back end. The check is added to every such route when
 * it is registered, so no call can lack it. It runs before the body is read.
 */
export function guardCalls(app: App, { appApiKeys, rateLimits }: AppParts): void {
  const hasKey = createKeyCheck(appApiKeys);
  const countWrongKey = rateLimits ? countCalls(app, limits.wrongKeys) : async () => 0;
  const guarded = Object.values(calls).filter(({ access }) => access === 'app');

  app.addHook('onRoute', (route) => {
    const isGuarded = guarded.some(({ path, method }) => {
      return path === route.url && [route.method].flat().includes(method);
    });
    if (!isGuarded) return;
    route.onRequest = [
      async (request, reply) => {
        // The key is checked before the limit: wrong keys from the back end's own address must not lock it out. Keys
        // are too long to guess; the limit only bounds the cost of requests with wrong keys.
        if (hasKey(request)) return;
        // One step that counts and reads: otherwise many requests at once would all be read before any is counted.
        const secondsToWait = await countWrongKey(request);
        if (secondsToWait > 0) throw errors.tooManyRequests(secondsToWait);
        reply.header('www-authenticate', 'Bearer');
        throw errors.invalidKey();
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
}

/**
 * @returns a function that tells whether a request has one of the keys, as "Authorization: Bearer KEY". It compares
 *   with every key in constant time, so that the duration reveals nothing about a key
 *
 * @param keys each in plain form, or as `sha256:` and its hash (hexadecimal)
 */
export function createKeyCheck(keys: readonly string[]): (request: FastifyRequest) => boolean {
  const hashes = keys.map((key) =>
    key.startsWith(HASHED) ? Buffer.from(key.slice(HASHED.length), 'hex') : digest(key),
  );
  return ({ headers }) => {
    const [, shown = ''] = /^Bearer +([!-~]+)$/i.exec(headers.authorization ?? '') ?? [];
    const hash = digest(shown);
    return hashes.filter((key) => timingSafeEqual(key, hash)).length > 0;
  };
}

/** Hashes have equal lengths, as timingSafeEqual needs. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
