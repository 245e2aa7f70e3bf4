import type { IncomingMessage } from 'node:http';
import type { AppParts } from '../app-parts.ts';
import { isLoopback } from '../settings/parse-values.ts';
import { createTrustCheck, hasForwardingHeader } from './request-source.ts';

type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

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
