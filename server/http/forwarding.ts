import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import type { App, AppParts } from '../app-parts.ts';
import { isLoopback } from '../settings/loopback.ts';

/** The parts of a request that say where it comes from. */
type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

/** @returns a function that tells whether an address is one of the listed proxies, whose forwarding headers are used */
export function createTrustCheck(proxies: BlockList | undefined): (address: string) => boolean {
  // The result for the last address is kept, because a site has few proxies, and the check needs a microsecond.
  let last = '';
  let isTrusted = false;
  return (address) => {
    if (address !== last) {
      last = address;
      const family = isIP(address);
      isTrusted = family !== 0 && proxies?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
    }
    return isTrusted;
  };
}

/**
 * @returns the client's address, the same as Fastify's `request.ip`. A request with forwarding headers must come from a
 *   trusted proxy and have exactly one address in X-Forwarded-For. Otherwise the result is undefined, and only Fastify
 *   finds the address
 */
export function plainAddressOf(
  { headers, socket: { remoteAddress = '' } }: IncomingMessage,
  isTrusted: (address: string) => boolean,
): string | undefined {
  const isForwarded = hasForwardingHeader({ headers });
  if (!isForwarded) return isIP(remoteAddress) ? remoteAddress : undefined;
  const named = headers['x-forwarded-for'];
  if (!isTrusted(remoteAddress) || typeof named !== 'string') return undefined;
  return isIP(named) ? named : undefined;
}

/**
 * Logs a warning once if a peer that is not trusted sends forwarding headers. Usually the peer is a proxy that is
 * missing from TRUSTED_PROXIES: then all visitors behind the proxy count as one address, and share its limits.
 */
export function warnOfUnknownProxies(app: App, isTrusted: (address: string) => boolean): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && hasForwardingHeader(request)) {
      warned = !isTrusted(request.socket.remoteAddress ?? '');
      if (warned) {
        app.log.warn(
          'A peer that is not in TRUSTED_PROXIES sends forwarding headers, which are ignored. If the peer is your proxy, add its address: until then all visitors behind it share one limit.',
        );
      }
    }
    done();
  });
}

/**
 * A request comes directly from a program on this machine, and not through a proxy, if all of this is true:
 *
 * - It comes from a loopback address.
 * - This address is not in TRUSTED_PROXIES, because some proxies send no forwarding header. If TRUSTED_PROXIES is not
 *   set, the site is not https: an https site always has a proxy, whose address is then unknown.
 * - It has no forwarding header.
 * - Its Host is local. Otherwise a web page could make a browser on this machine send the request, if the page's domain
 *   resolves to 127.0.0.1 (DNS rebinding).
 *
 * @returns a function that tells whether a request is direct
 */
export function localCheck({
  https,
  trustedProxies,
}: Pick<AppParts, 'https' | 'trustedProxies'>): (request: Sender) => boolean {
  const isProxy = trustedProxies ? createTrustCheck(trustedProxies) : () => https;
  return (request) => {
    const address = request.socket.remoteAddress ?? '';
    const isHere = isLoopback(address.replace(/^::ffff:/i, ''));
    return isHere && !isProxy(address) && !wasForwarded(request) && hasLoopbackHost(request);
  };
}

function hasForwardingHeader({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return 'x-forwarded-for' in headers || 'x-real-ip' in headers || 'forwarded' in headers;
}

/** Also counts `via` and all `x-forwarded-` headers: some proxies add only these, without the visitor's address. */
function wasForwarded(request: Sender): boolean {
  const names = Object.keys(request.headers);
  const isNamed = names.some((name) => name === 'via' || name.startsWith('x-forwarded-'));
  return isNamed || hasForwardingHeader(request);
}

function hasLoopbackHost({ headers: { host } }: Sender): boolean {
  const address = `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
