import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_LIFETIME_MS, checkCode } from '../../contract/identity.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import type { BotCheck } from '../bot-check/bot-check.ts';
import { createCookie, hashToken, randomToken } from '../http/credentials.ts';
import { errors } from '../http/errors.ts';
import { createRareWarning } from '../log.ts';
import type { EmbeddedSettings } from '../settings/identity-settings.ts';
import { hashCode, hashPhone, newCode } from './codes.ts';
import { createDelivery } from './delivery.ts';
import type { CodeRequest, PhoneProvider } from './phone-provider.ts';

/** The maximum number of codes that are sent to one phone number, for requests from all addresses together. */
export const codesOfNumber = { perHour: 10, perDay: 20 } as const;
/**
 * The maximum number of guesses that are compared for one phone number per day (UTC), for all codes, browsers and
 * instances together. Guesses of codes from the operator do not count. A code has a million values: an
 * attacker with 100 guesses a day needs 27 years on average.
 */
export const guessesOfNumber = { perDay: 100 } as const;

const ID_BITS = 128;
/** The form of a token of `randomToken`, with 128 bits. A cookie with any other value was not made by the site. */
const TOKEN = /^[\w-]{22}$/;
/** The length of a code's hash. Until a code is made, random bytes are stored as its hash. No code matches them. */
const NO_CODE_BYTES = 32;
/**
 * How long a browser keeps its cookie. A code that the browser requests within this time replaces its earlier code for
 * the same number.
 */
const BROWSER_MEMORY_MS = 2 * CODE_LIFETIME_MS;

/** Verifies phone numbers by codes that the site sends itself. */
export function createEmbedded(
  app: FastifyApp,
  parts: AppParts,
  settings: EmbeddedSettings,
  botCheck: BotCheck,
): PhoneProvider {
  const { storage, clock, https, rateLimits } = parts;
  const browserCookie = createCookie('sign-in', { https, maxAgeMs: BROWSER_MEMORY_MS });
  const { sender } = settings;
  const deliver = sender === 'operator' ? undefined : createDelivery(app, parts, settings, sender);
  const warn = createRareWarning(app);

  function knownBrowser(request: FastifyRequest): string | undefined {
    const browser = browserCookie.read(request) ?? '';
    return TOKEN.test(browser) ? browser : undefined;
  }

  async function isWithinLimit(phone: string): Promise<boolean> {
    if (!rateLimits) return true;
    const key = hashPhone(await storage.keySecret(), 'codes', phone);
    const isWithin = await storage.budgets.take(key, codesOfNumber, clock());
    if (!isWithin) warn('Requested codes were not sent: a number has reached its limit of codes.');
    return isWithin;
  }

  async function makeCode(idHash: Uint8Array): Promise<string | undefined> {
    const code = newCode();
    const codeHash = hashCode(await storage.keySecret(), idHash, code);
    return (await storage.signInCodes.give(idHash, codeHash)) ? code : undefined;
  }

  /** Each browser that requests a code has a sign-in, for any number, so this reveals nothing about the number. */
  async function refuseReplaced(browserHash: Uint8Array): Promise<undefined> {
    if (await storage.signInCodes.hasAny(browserHash)) throw errors.codeReplaced();
  }

  async function sendCode(
    { phone, proof }: CodeRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    if (!(await botCheck.passes(proof))) throw errors.failedBotCheck();
    const mayBeSent = deliver && (await isWithinLimit(phone));
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
    // Without a sender, and above the limit of codes for one phone number, nothing is sent. The waiting browser is
    // stored nevertheless, so that `./site admin code` can make a code for this browser.
    if (mayBeSent) await deliver(phone, () => makeCode(idHash), reply);
    return id;
  }

  return {
    settings: { provider: 'embedded', ...(!deliver && { codesFrom: 'operator' }) },
    sendCode,

    async verify(proof, request) {
      if (!('code' in proof)) return undefined;
      const browser = knownBrowser(request);
      // This depends only on the request, so it reveals nothing about the code.
      if (!browser) throw errors.noCookie();
      const checked = checkCode(proof.code);
      if ('error' in checked) return undefined;
      const waiting = { idHash: hashToken(proof.verificationId), browserHash: hashToken(browser) };
      const phone = await storage.signInCodes.phoneOf(waiting);
      if (!phone) return await refuseReplaced(waiting.browserHash);
      const secret = await storage.keySecret();
      const outcome = await storage.signInCodes.redeem({
        ...waiting,
        codeHash: hashCode(secret, waiting.idHash, checked.code),
        at: clock(),
        limit: rateLimits
          ? { key: hashPhone(secret, 'guesses', phone), ...guessesOfNumber }
          : undefined,
      });
      if (outcome === 'past-limit') {
        warn(
          'Guesses of codes were not compared: a number has reached its limit of guesses for today.',
        );
      }
      return outcome === 'right' ? phone : undefined;
    },
  };
}
