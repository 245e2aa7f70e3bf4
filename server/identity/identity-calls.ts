import type { FastifyRequest } from 'fastify';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { canonicalPhone } from '../settings/parse-values.ts';
import type { PhoneProvider } from './phone-provider.ts';
import type { BrowserSessions } from './sessions.ts';

/** The calls with which an admin signs in and out. */
export function identityCalls(
  { storage }: AppParts,
  provider: PhoneProvider,
  sessions: BrowserSessions,
) {
  const { sendCode: send } = provider;

  async function ownPhone(request: FastifyRequest): Promise<string> {
    const session = await sessions.find(request);
    if (!session) throw errors.notSignedIn();
    return session.phone;
  }

  return {
    /** Answers which provider the sign-in form must use. The form asks, because its page is the same for all. */
    getSignInSettings: async () => provider.settings,

    /** Sends a code to a phone. Only the browser that requested the code can use it. */
    sendCode:
      send &&
      (async (request, reply) => {
        const { proof, phone: typed } = request.body;
        const phone = typed === undefined ? await ownPhone(request) : canonicalPhone(typed);
        if (!phone) throw errors.invalidPhone();
        return { verificationId: await send({ phone, proof }, request, reply) };
      }),

    /** Starts a session for the owner of a verified phone number, who may be an admin or not. */
    async signIn(request, reply) {
      const secret = await storage.keySecret();
      const phone = await provider.verify(request.body, request);
      const userId = phone && (await sessions.begin(request, reply, { phone, secret }));
      if (!userId) throw errors.invalidCode();
      return { userId };
    },

    /** Answers with the signed-in user of the browser. A stolen session must not reveal the number. */
    async getSession(request) {
      const session = await sessions.find(request);
      const phone = send && session ? masked(session.phone) : null;
      return { userId: session?.userId ?? null, phone };
    },

    /** Ends the session of the browser. Without a session the answer is the same. */
    async signOut(request, reply) {
      await sessions.end(request, reply);
      // Makes the browser remove cached pages, which the back button could show again.
      reply.header('clear-site-data', '"cache"');
      return { signedOut: true };
    },

    /** Answers whether the signed-in user is an admin now. */
    verifyAdmin: async ({ session: { isAdmin, hasWaitlistRight } }) => ({
      isAdmin,
      ...(isAdmin && hasWaitlistRight && { hasWaitlistRight }),
    }),
  } satisfies Partial<Handlers>;
}

function masked(phone: string): string {
  return `${phone.slice(0, 2)}…${phone.slice(-2)}`;
}
