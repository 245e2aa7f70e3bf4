import type { FastifyReply, FastifyRequest } from 'fastify';
import { FRESH_CODE_MS } from '../../contract/identity.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { NewSession, Session } from '../../storage/identity/sessions.ts';
import type { App, AppParts } from '../app-parts.ts';
import {
  callsAt,
  callsOfRoute,
  checkRoutes,
  type SessionAccess,
  sessionAccess,
} from '../http/call.ts';
import { onceEnded, UnderWay } from '../http/connections.ts';
import { createCookie, hashToken, randomToken, SESSION_COOKIE } from '../http/credentials.ts';
import { errors } from '../http/errors.ts';

const TOKEN_BITS = 256;
const USER_ID_BITS = 128;
/** Last-seen is saved at most once in this time, because each save writes to the database. */
const SEEN_EVERY_MS = 60_000;
/**
 * A dashboard makes about four calls at the same time. Many more could be an attack, and would delay other dashboards.
 */
export const MAX_UNDER_WAY_OF_ADMIN = 20;
const TRY_AGAIN_AFTER_SECONDS = 1;

export type BrowserSessions = ReturnType<typeof createBrowserSessions>;

/** Finds, begins and ends sessions by the session cookie of a request. */
export function createBrowserSessions({ storage, clock, https }: AppParts) {
  const cookie = createCookie(SESSION_COOKIE, { https });
  const hashOf = (request: FastifyRequest) => {
    const token = cookie.read(request);
    return token ? hashToken(token) : undefined;
  };

  /** Reads the database at each call. @returns undefined if no user is signed in */
  async function find(request: FastifyRequest): Promise<Session | undefined> {
    const tokenHash = hashOf(request);
    return tokenHash && (await storage.sessions.find(tokenHash, clock()));
  }

  return {
    find,

    /** Whether the signed-in user is an admin now. Reads the database at each call, like `find`. */
    isAdmin: async (request: FastifyRequest) => (await find(request))?.isAdmin === true,

    /**
     * Signs in the owner of the number, with a new token. The browser's previous session ends.
     *
     * @param proved the verified number, and the value of `keySecret` that was read before the verification
     * @returns the id of the account; undefined if `rotate-keys` has replaced the secret since it was read: a sign-in
     *   that began with the old secret must not create a session
     */
    async begin(
      request: FastifyRequest,
      reply: FastifyReply,
      proved: Pick<NewSession, 'phone' | 'secret'>,
    ): Promise<string | undefined> {
      const token = randomToken(TOKEN_BITS);
      const userId = await storage.sessions.begin({
        tokenHash: hashToken(token),
        ...proved,
        newUserId: randomToken(USER_ID_BITS),
        replaces: hashOf(request),
        at: clock(),
      });
      if (userId) cookie.set(reply, token);
      return userId;
    },

    /** Like `find`, and updates last-seen. */
    async use(request: FastifyRequest): Promise<Session | undefined> {
      const session = await find(request);
      const tokenHash = hashOf(request);
      if (session && tokenHash && clock() - session.seenAt >= SEEN_EVERY_MS) {
        await storage.sessions.touch(tokenHash, clock()).catch(unlessUnavailable);
      }
      return session;
    },

    /** Ends the session in the database and deletes the cookie. */
    async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const tokenHash = hashOf(request);
      if (tokenHash) await storage.sessions.end(tokenHash);
      cookie.clear(reply);
    },
  };
}

/** Ignores that last-seen could not be saved, so that admins can open the dashboard even if the disk is full. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailable)) throw error;
}

/**
 * Refuses calls with the access `session` if the client has no session, calls with the access `admin` if the client's
 * user is not an admin, and calls for more than that if the admin lacks the right or a fresh code. The check is added to
 * every route of such a call, so no call can lack the check. If the path has no call with the request's method, the
 * strictest check of the path's calls applies. The check runs before the body is read, and again after it. Each time it
 * reads the session from the database, so a removed admin loses access immediately.
 */
export function guardSessions(app: App, sessions: BrowserSessions, clock: () => number): void {
  const bound = boundCallsUnderWay();

  checkRoutes(app, (route) => {
    const access = guardOf(route);
    if (!access) return undefined;
    return async (request, reply) => {
      const session = await findSession(request, access);
      if (access !== 'session') bound(session.userId, request, reply);
    };
  });
  app.addHook('onRoute', (route) => {
    const access = guardOf(route);
    if (!access) return;
    route.preHandler = [
      async (request) => {
        if (request.body === undefined) return;
        // Again, because a client may send its body long after its headers, and lose the right in between.
        const session = await sessions.find(request);
        if (!session) throw errors.notSignedIn();
        refuseOtherUser(request.body, session);
        refuseWithout(access, session);
      },
      ...[route.preHandler ?? []].flat(),
    ];
  });

  /** @throws CallError if the request's user may not make the call */
  async function findSession(
    request: FastifyRequest,
    access: SessionAccess,
  ): Promise<{ userId: string }> {
    const session = await sessions.use(request);
    if (!session) throw errors.notSignedIn();
    refuseOtherUser(request.query, session);
    refuseWithout(access, session);
    return session;
  }

  function refuseWithout(access: SessionAccess, session: Session): void {
    if (access === 'session') return;
    if (!session.isAdmin) throw errors.notAdmin();
    if (access === 'admin') return;
    if (!session.hasWaitlistRight) throw errors.noRight();
    if (access === 'waitlist') return;
    // Also refuses a time in the future, which was stored while a clock was ahead.
    if (Math.abs(clock() - session.begunAt) >= FRESH_CODE_MS) throw errors.codeNeeded();
  }
}

function guardOf(route: { url: string; method: string | string[] }): SessionAccess | undefined {
  const own = callsOfRoute(route);
  const needed = (own.length > 0 ? own : callsAt(route.url)).map(({ access }) => access);
  return sessionAccess.findLast((access) => needed.includes(access));
}

/** Only the session says who the user is. A `userId` in the query or body must be the id of that user. */
function refuseOtherUser(part: unknown, session: { userId: string }): void {
  if (typeof part !== 'object' || part === null || !('userId' in part)) return;
  if (part.userId !== session.userId) throw errors.otherUser();
}

/**
 * Limits how many calls of one admin this instance of the program handles at the same time, on all connections together.
 *
 * @returns a function that counts a call until it is answered or its connection is closed. The function throws
 *   CallError above the maximum
 */
function boundCallsUnderWay() {
  const underWay = new UnderWay();
  return (userId: string, request: FastifyRequest, reply: FastifyReply): void => {
    // Do not count the call if the client disconnected during the check of access: its "close" event has passed, so
    // nothing would end the count.
    if (request.raw.socket.destroyed) return;
    const end = underWay.begin(userId, MAX_UNDER_WAY_OF_ADMIN);
    if (!end) throw errors.tooManyAtOnce(TRY_AGAIN_AFTER_SECONDS);
    onceEnded(request, reply, end);
  };
}
