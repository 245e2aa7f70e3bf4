import type { FastifyReply, FastifyRequest } from 'fastify';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { NewSession, Session } from '../../storage/identity/sessions.ts';
import type { AppParts } from '../app-parts.ts';
import { createCookie, SESSION_COOKIE } from '../http/cookies.ts';
import { hashToken, randomToken } from '../secrets.ts';

const TOKEN_BITS = 256;
const USER_ID_BITS = 128;
/** Last-seen is saved at most once in this time, because each save writes to the database. */
const SEEN_EVERY_MS = 60_000;

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
