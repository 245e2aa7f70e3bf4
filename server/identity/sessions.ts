import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from 'fastify';
import type { Author } from '../../contract/audit.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { FRESH_CODE_MS } from '../../contract/identity.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { NewSession, Session } from '../../storage/identity/sessions.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { type SessionAccess, sessionAccess } from '../http/call.ts';
import { createCookie, hashToken, randomToken, SESSION_COOKIE } from '../http/credentials.ts';
import { errors } from '../http/errors.ts';

const TOKEN_BITS = 256;
const USER_ID_BITS = 128;
/** Last-seen is saved at most once in this time, because each save writes to the database. */
const SEEN_EVERY_MS = MINUTE_MS;
declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call that needs one: see `requireSession`. */
    session: Session | undefined;
  }
}

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

/** @returns a function that names the admin who makes a call, for the audit */
export function createAuthors(clock: () => number) {
  return ({ session }: { session: Session }): Author => ({ who: session.phone, at: clock() });
}

/** Passes on the steps of a long answer. @throws if the right has ended, which aborts the answer */
export async function* whileRight<Step>(
  sessions: Pick<BrowserSessions, 'find'>,
  request: FastifyRequest,
  steps: AsyncIterable<Step>,
): AsyncGenerator<Step> {
  for await (const step of steps) {
    if ((await sessions.find(request))?.hasWaitlistRight !== true)
      throw new Error('The user has lost the right to the waitlist.');
    yield step;
  }
}

/** Ignores that last-seen could not be saved, so that admins can open the dashboard even if the disk is full. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailable)) throw error;
}

/**
 * A hook for calls that need a session. It refuses a request without a session, and a user without the right or a fresh
 * code. It stores the session in the request. It runs before the body is read. It reads the database each time, so a
 * removed admin loses access immediately.
 */
export function requireSession(
  app: FastifyApp,
  sessions: BrowserSessions,
  clock: () => number,
): onRequestHookHandler {
  app.decorateRequest('session');
  return (request, _reply, done) => {
    const access = accessOf(request);
    if (!access) return done();
    const find = request.routeOptions.config.doesNotExtendSession ? sessions.find : sessions.use;
    find(request)
      .then((session) => {
        refuseWithout(access, session, request.query, clock);
        request.session = session;
        done();
      })
      .catch(done);
  };
}

/**
 * A hook that checks the same again after the body was read: a client may send its body long after its headers, and may
 * have lost the right meanwhile.
 */
export function requireSessionStill(
  sessions: BrowserSessions,
  clock: () => number,
): preHandlerHookHandler {
  return (request, _reply, done) => {
    const access = accessOf(request);
    if (!access || request.body === undefined) return done();
    sessions
      .find(request)
      .then((session) => {
        refuseWithout(access, session, request.body, clock);
        request.session = session;
        done();
      })
      .catch(done);
  };
}

function accessOf({ routeOptions }: FastifyRequest): SessionAccess | undefined {
  return sessionAccess.find((access) => access === routeOptions.config.access);
}

/**
 * @param part the query or the body. Only the session says who the user is, so a `userId` in it must be that user's id
 * @throws CallError if the session does not give the access
 */
function refuseWithout(
  access: SessionAccess,
  session: Session | undefined,
  part: unknown,
  clock: () => number,
): asserts session is Session {
  if (!session) throw errors.notSignedIn();
  const isOtherUser =
    typeof part === 'object' && part !== null && 'userId' in part && part.userId !== session.userId;
  if (isOtherUser) throw errors.otherUser();
  if (access === 'session') return;
  if (!session.isAdmin) throw errors.notAdmin();
  if (access === 'admin') return;
  if (!session.hasWaitlistRight) throw errors.noRight();
  if (access === 'waitlist') return;
  if (clock() - session.begunAt >= FRESH_CODE_MS) throw errors.codeNeeded();
}
