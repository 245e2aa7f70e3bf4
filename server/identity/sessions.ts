import type { FastifyReply, FastifyRequest } from 'fastify';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { NewSession, Session } from '../../storage/identity-storage.ts';
import type { AppParts } from '../app-parts.ts';
import { createCookie, SESSION_COOKIE } from '../http/cookies.ts';
import { hashToken, randomToken } from './tokens.ts';

const TOKEN_BITS = 256;
const USER_ID_BITS = 128;
/** Each sign of life is a write, so those in between are not remembered. */
const SEEN_EVERY_MS = 60_000;

/** Who is signed in, by the cookie of a request. */
export interface BrowserSessions {
  /**
   * Signs in whoever holds the number, under a new token. What the cookie said before ends.
   *
   * @param proved a number, and the secret of sign-ins as it was before that was proved
   * @returns the id of the account, or undefined where the secret was replaced since
   */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    proved: Pick<NewSession, 'phone' | 'secret'>,
  ): Promise<string | undefined>;
  /** Read anew from the database each time. @returns undefined where nobody is signed in */
  find(request: FastifyRequest): Promise<Session | undefined>;
  /** As `find`, and takes the request for a sign of life. */
  use(request: FastifyRequest): Promise<Session | undefined>;
  /** Signs out, here and in the database. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export function createBrowserSessions({ storage, clock, https }: AppParts): BrowserSessions {
  const cookie = createCookie(SESSION_COOKIE, { https });
  const hashOf = (request: FastifyRequest) => {
    const token = cookie.read(request);
    return token ? hashToken(token) : undefined;
  };

  async function find(request: FastifyRequest): Promise<Session | undefined> {
    const tokenHash = hashOf(request);
    return tokenHash && (await storage.sessions.find(tokenHash, clock()));
  }

  return {
    find,

    async begin(request, reply, proved) {
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

    async use(request) {
      const session = await find(request);
      const tokenHash = hashOf(request);
      if (session && tokenHash && clock() - session.seenAt >= SEEN_EVERY_MS) {
        await storage.sessions.touch(tokenHash, clock()).catch(unlessUnavailable);
      }
      return session;
    },

    async end(request, reply) {
      const tokenHash = hashOf(request);
      if (tokenHash) await storage.sessions.end(tokenHash);
      cookie.clear(reply);
    },
  };
}

/** A disk that takes no writes is a reason to look at the dashboard, not to be kept from it. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StorageUnavailable)) throw error;
}
