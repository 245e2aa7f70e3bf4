import type { FastifyRequest } from 'fastify';
import { calls } from '../../contract/calls.ts';
import type { App } from '../app-parts.ts';
import { errors } from '../http/errors.ts';
import { boundCallsUnderWay } from './calls-under-way.ts';
import type { BrowserSessions } from './sessions.ts';

/** Paths whose answers depend on the user. No cache may keep them. */
const AUTH_PATHS = '/api/auth/';

/**
 * Refuses calls for signed-in users or admins to all others. The check is registered for the calls' paths with every
 * method, so no call can lack it. It runs before the body is read, and reads the database at every request.
 */
export function guardSessions(app: App, sessions: BrowserSessions): void {
  const bound = boundCallsUnderWay();
  const guarded = new Map<string, 'session' | 'admin'>();
  for (const { path, access } of Object.values(calls)) {
    if (access === 'session' || access === 'admin') guarded.set(path, access);
  }

  app.addHook('onRoute', (route) => {
    const access = guarded.get(route.url);
    if (!access && !route.url.startsWith(AUTH_PATHS)) return;
    route.onRequest = [
      async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (!access) return;
        const session = await refuseStranger(request, access);
        if (access === 'admin') bound(session.userId, request, reply);
      },
      ...[route.onRequest ?? []].flat(),
    ];
    if (!access) return;
    route.preHandler = [
      async (request) => {
        if (request.body !== undefined) refuseOther(request.body, await sessions.find(request));
      },
      ...[route.preHandler ?? []].flat(),
    ];
  });

  async function refuseStranger(
    request: FastifyRequest,
    access: 'session' | 'admin',
  ): Promise<{ userId: string }> {
    const session = await sessions.use(request);
    if (!session) throw errors.notSignedIn();
    refuseOther(request.query, session);
    if (access === 'admin' && !session.isAdmin) throw errors.notAdmin();
    return session;
  }
}

/** The session decides who the user is: a `userId` in the request must equal it. */
function refuseOther(named: unknown, session: { userId: string } | undefined): void {
  if (typeof named !== 'object' || named === null || !('userId' in named)) return;
  if (named.userId !== session?.userId) throw errors.otherUser();
}
