import type { onRequestHookHandler } from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { createKeyCheck } from '../http/credentials.ts';
import { errors } from '../http/errors.ts';
import type { AddressLimit } from '../http/request-source.ts';

/** The limit of requests with a wrong key. Requests with a right key are not limited. */
export const wrongKeys: AddressLimit = { groupId: 'wrongKeys', max: 30, windowMs: MINUTE_MS };

/** A hook that refuses calls of the app's back end and of the mail provider without one of their keys. */
export function requireKey(
  app: FastifyApp,
  { appApiKeys, webhookKeys }: AppParts,
): onRequestHookHandler {
  const checks = {
    app: [createKeyCheck(appApiKeys), 'Bearer', errors.invalidKey],
    'mail-provider': [
      createKeyCheck(webhookKeys, 'Basic'),
      // Amazon SNS sends the password only after this answer.
      'Basic realm="mail events"',
      errors.invalidPassword,
    ],
  } as const;
  return (request, reply, done) => {
    const { access } = request.routeOptions.config;
    if (access !== 'app' && access !== 'mail-provider') return done();
    const [hasKey, challenge, refusal] = checks[access];
    // The key is checked before the limit: wrong keys from the caller's own address must not lock it out. Keys are too
    // long to guess; the limit only bounds the cost of requests with wrong keys.
    if (hasKey(request)) return done();
    // Counts and reads in one step: otherwise many concurrent requests would all read the count before any of them adds
    // to it.
    app.countRequest(request.network, wrongKeys).then((secondsToWait) => {
      if (secondsToWait > 0) return done(errors.tooManyRequests(secondsToWait));
      reply.header('www-authenticate', challenge);
      done(refusal());
    }, done);
  };
}
