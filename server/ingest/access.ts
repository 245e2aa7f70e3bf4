import type { App, AppParts } from '../app-parts.ts';
import { callsOfRoute, checkRoutes } from '../http/call.ts';
import { createKeyCheck } from '../http/credentials.ts';
import { errors } from '../http/errors.ts';
import type { AddressLimit } from '../http/request-source.ts';

/** The limit of requests with a wrong key. Requests with a right key are not limited. */
export const wrongKeys: AddressLimit = { groupId: 'wrongKeys', max: 30, windowMs: 60_000 };

/**
 * Refuses calls whose access is `app` without a key of the app's back end. The check is added to every such route when
 * it is registered, so no call can lack the check. The check runs before the body is read.
 */
export function guardIngest(app: App, { appApiKeys }: AppParts): void {
  const hasKey = createKeyCheck(appApiKeys);
  checkRoutes(app, (route) => {
    if (!callsOfRoute(route).some(({ access }) => access === 'app')) return undefined;
    return async (request, reply) => {
      // The key is checked before the limit: wrong keys from the back end's own address must not lock it out. Keys are
      // too long to guess; the limit only bounds the cost of requests with wrong keys.
      if (hasKey(request)) return;
      // Counts and reads in one step: otherwise many concurrent requests would all read the count before any of them
      // adds to it.
      const secondsToWait = await app.countRequest(request.network, wrongKeys);
      if (secondsToWait > 0) throw errors.tooManyRequests(secondsToWait);
      reply.header('www-authenticate', 'Bearer');
      throw errors.invalidKey();
    };
  });
}
