import type { FastifyReply, FastifyRequest } from 'fastify';

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
