import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What requests prove themselves with: tokens in cookies, and keys in the header Authorization. */

/** Random bytes as base64url, which needs no escaping in URLs, JSON and cookies. */
export function randomToken(bits: number): string {
  return randomBytes(bits / 8).toString('base64url');
}

/** The stored form of a token. The hash needs no key, because tokens are too long to be found by hashing guesses. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Derives a key for one purpose from the secret. A key reveals neither the secret nor the keys for other purposes. */
export function keyFor(purpose: string, secret: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `impromptu ${purpose}`, 32));
}

/** Browsers bind a cookie whose name begins with `__Host-` to this host and to https. */
export function cookieName(name: string, https: boolean): string {
  return https ? `__Host-${name}` : name;
}

/** The name of the session cookie. */
export const SESSION_COOKIE = 'session';

/**
 * Makes one of our cookies: HttpOnly, and never sent with requests of other sites.
 *
 * @param https if true, browsers send the cookie only over https, and other hosts of the same domain cannot set it
 * @param maxAgeMs how long the browser keeps the cookie; if missing, until the browser is closed
 */
export function createCookie(
  name: string,
  { https, maxAgeMs }: { https: boolean; maxAgeMs?: number },
) {
  const fullName = cookieName(name, https);
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  const kept = maxAgeMs === undefined ? '' : `; Max-Age=${Math.ceil(maxAgeMs / 1_000)}`;
  return {
    /** @returns the cookie's value, or undefined if the request does not have the cookie */
    read({ headers }: FastifyRequest): string | undefined {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${fullName}=`))?.slice(fullName.length + 1);
    },
    /** @param value only letters, digits, - and _ */
    set(reply: FastifyReply, value: string): void {
      // Fastify adds a further Set-Cookie header and does not replace an earlier one.
      reply.header('set-cookie', `${fullName}=${value}${attributes}${kept}`);
    },
    clear(reply: FastifyReply): void {
      reply.header('set-cookie', `${fullName}=${attributes}; Max-Age=0`);
    },
  };
}

/** How a request shows its key in the header Authorization. */
const schemes = {
  /** "Bearer KEY" */
  Bearer: (header: string) => /^Bearer +([!-~]+)$/i.exec(header)?.[1],
  /** "Basic", and NAME:KEY in Base64. The name does not matter. */
  Basic: (header: string) => {
    const [, encoded = ''] = /^Basic +([\w+/=-]+)$/i.exec(header) ?? [];
    return /^[^:]*:([!-~]+)$/.exec(Buffer.from(encoded, 'base64').toString())?.[1];
  },
};

/**
 * @returns a check whether a request has one of the keys. Every key is compared in constant time, so that the duration
 *   reveals nothing about a key
 */
export function createKeyCheck(
  keys: readonly string[],
  scheme: keyof typeof schemes = 'Bearer',
): (request: FastifyRequest) => boolean {
  const hashes = keys.map(hashToken);
  return ({ headers }) => {
    // Hashes have equal lengths, as timingSafeEqual needs.
    const hash = hashToken(schemes[scheme](headers.authorization ?? '') ?? '');
    return hashes.filter((key) => timingSafeEqual(key, hash)).length > 0;
  };
}
