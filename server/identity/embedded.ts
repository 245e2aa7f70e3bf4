import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { CODE_LIFETIME_MS } from '../../contract/sign-in.ts';
import type { App, AppParts } from '../app-parts.ts';
import { createBotCheck } from '../bot-check/bot-check.ts';
import { createCookie } from '../http/cookies.ts';
import { errors } from '../http/errors.ts';
import { codesOfNumber, guessesOfNumber } from '../http/limits.ts';
import { warnSparingly } from '../log.ts';
import type { EmbeddedSettings } from '../settings/read-identity.ts';
import { hashCode, hashPhone, newCode } from './codes.ts';
import { createDelivery } from './delivery.ts';
import type { PhoneProvider, SignInCodeSender } from './phone-provider.ts';
import { hashToken, randomToken } from './tokens.ts';

const ID_BITS = 128;
/** What a token of so many bits looks like: a browser that sends another was not told it by us. */
const TOKEN = /^[\w-]{22}$/;
/** As long as the hash of a code: no code has this one, because it is random. */
const NO_CODE_BYTES = 32;
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
  const warn = warnSparingly(app);

  function knownBrowser(request: FastifyRequest): string | undefined {
    const browser = browserCookie.read(request) ?? '';
    return TOKEN.test(browser) ? browser : undefined;
  }

  async function isWithinLimit(phone: string): Promise<boolean> {
    if (!rateLimits) return true;
    const key = hashPhone(await storage.signInSecret(), 'codes', phone);
    const isWithin = await storage.budgets.take(key, codesOfNumber, clock());
    if (!isWithin)
      warn('Codes that were asked for were not sent: a number has had as many as it gets.');
    return isWithin;
  }

  async function makeCode(idHash: Uint8Array): Promise<string | undefined> {
    const code = newCode();
    const codeHash = hashCode(await storage.signInSecret(), idHash, code);
    return (await storage.signInCodes.give(idHash, codeHash)) ? code : undefined;
  }

  return {
    settings: { provider: 'embedded' },

    async send({ phone, proof }, request, reply) {
      if (!(await botCheck.passes(proof))) throw errors.failedBotCheck();
      const mayBeSent = await isWithinLimit(phone);
      if (!mayBeSent && settings.recipients === 'anyone') throw errors.tooManyCodes();
      const id = randomToken(ID_BITS);
      const browser = knownBrowser(request) ?? randomToken(ID_BITS);
      const idHash = hashToken(id);
      await storage.signInCodes.add({
        idHash,
        browserHash: hashToken(browser),
        phone,
        codeHash: randomBytes(NO_CODE_BYTES),
        validUntil: clock() + CODE_LIFETIME_MS,
      });
      browserCookie.set(reply, browser);
      // Past the limit the browser waits for a code all the same: a stranger may have used up the limit of
      // the number, and `impromptu admin code` then makes a code.
      if (mayBeSent) await deliver({ to: phone, makeCode: () => makeCode(idHash) }, reply);
      return id;
    },

    async prove(proof, request) {
      const browser = knownBrowser(request);
      if (!('code' in proof) || !browser) return undefined;
      const waiting = { idHash: hashToken(proof.verificationId), browserHash: hashToken(browser) };
      const phone = await storage.signInCodes.phoneOf(waiting);
      if (!phone) return undefined;
      const secret = await storage.signInSecret();
      const outcome = await storage.signInCodes.redeem({
        ...waiting,
        codeHash: hashCode(secret, waiting.idHash, proof.code.trim()),
        at: clock(),
        limit: rateLimits
          ? { key: hashPhone(secret, 'guesses', phone), ...guessesOfNumber }
          : undefined,
      });
      if (outcome === 'past-limit') {
        warn(
          'Guesses at codes were not looked at: a number has had as many of them as a day allows.',
        );
      }
      return outcome === 'right' ? phone : undefined;
    },
  };
}
