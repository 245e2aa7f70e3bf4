import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers bind a cookie whose name begins with `__Host-` to this host and to https. */
export function cookieName(name: string, https: boolean): string {
  return https ? `__Host-${name}` : name;
}

/** Names the cookie that holds a session. */
export const SESSION_COOKIE = 'session';

/** A cookie of ours: no script reads it, and no other site's request carries it. */
export interface Cookie {
  /** @returns undefined where the browser sends none */
  read(request: FastifyRequest): string | undefined;
  /** @param value of letters, digits, - and _ alone */
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * @param https where it holds, the cookie never leaves encrypted connections, and no other host of the
 *   same domain can set or overwrite it
 * @param maxAgeMs how long the browser keeps it; until it is closed when it is missing
 */
export function createCookie(
  name: string,
  { https, maxAgeMs }: { https: boolean; maxAgeMs?: number },
): Cookie {
  const fullName = cookieName(name, https);
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`;
  const kept = maxAgeMs === undefined ? '' : `; Max-Age=${Math.ceil(maxAgeMs / 1_000)}`;
  return {
    read({ headers }) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${fullName}=`))?.slice(fullName.length + 1);
    },
    // Fastify keeps several headers of this name apart, and replaces none.
    set(reply, value) {
      reply.header('set-cookie', `${fullName}=${value}${attributes}${kept}`);
    },
    clear(reply) {
      reply.header('set-cookie', `${fullName}=${attributes}; Max-Age=0`);
    },
  };
}
