import type { FastifyRequest } from 'fastify';
import { CODE_LIFETIME_MS } from '../../contract/sign-in.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../errors.ts';
import { codesOfNumber } from '../limits.ts';
import type { EmbeddedSettings } from '../settings/read-identity.ts';
import { createBotCheck } from './bot-check.ts';
import { hashCode, hashPhone, newCode } from './codes.ts';
import { createCookie } from './cookies.ts';
import { createDelivery } from './delivery.ts';
import type { PhoneProvider, SignInCodeSender } from './phone-provider.ts';
import { hashToken, randomToken } from './tokens.ts';

const ID_BITS = 128;
/** What a token of so many bits looks like: a browser that sends another was not told it by us. */
const TOKEN = /^[\w-]{22}$/;
/** A code that `impromptu admin code` makes for a waiting browser begins its time anew. */
const BROWSER_MEMORY_MS = 2 * CODE_LIFETIME_MS;

/** Codes of our own. */
export function createEmbedded(
  app: App,
  parts: AppParts,
  settings: EmbeddedSettings,
): PhoneProvider & SignInCodeSender {
  const { storage, clock, https, rateLimits } = parts;
  const browserCookie = createCookie('sign-in', { https, maxAgeMs: BROWSER_MEMORY_MS });
  const botCheck = createBotCheck(parts);
  const deliver = createDelivery(app, parts, settings);

  function knownBrowser(request: FastifyRequest): string | undefined {
    const browser = browserCookie.read(request) ?? '';
    return TOKEN.test(browser) ? browser : undefined;
  }

  async function isWithinLimit(phone: string): Promise<boolean> {
    if (!rateLimits) return true;
    const key = hashPhone(await storage.secret(), phone);
    return await storage.budgets.take(key, codesOfNumber, clock());
  }

  return {
    settings: { provider: 'embedded' },
    challenge: () => botCheck.challenge(),

    async send({ phone, proof }, request, reply) {
      if (!(await botCheck.passes(proof))) throw errors.failedBotCheck();
      const mayBeSent = await isWithinLimit(phone);
      if (!mayBeSent && settings.recipients === 'anyone') throw errors.tooManyCodes();
      const id = randomToken(ID_BITS);
      const browser = knownBrowser(request) ?? randomToken(ID_BITS);
      const code = newCode();
      const idHash = hashToken(id);
      await storage.signInCodes.add({
        idHash,
        browserHash: hashToken(browser),
        phone,
        codeHash: hashCode(await storage.secret(), idHash, code),
        validUntil: clock() + CODE_LIFETIME_MS,
      });
      browserCookie.set(reply, browser);
      // Who is not told that nothing is sent waits all the same: a stranger may have used up the
      // number's limit, and `impromptu admin code` helps whoever waits.
      if (mayBeSent) await deliver({ to: phone, code }, reply);
      return id;
    },

    async prove(proof, request) {
      const browser = knownBrowser(request);
      if (!('code' in proof) || !browser) return undefined;
      const idHash = hashToken(proof.verificationId);
      return await storage.signInCodes.redeem({
        idHash,
        browserHash: hashToken(browser),
        codeHash: hashCode(await storage.secret(), idHash, proof.code.trim()),
        at: clock(),
      });
    },
  };
}
