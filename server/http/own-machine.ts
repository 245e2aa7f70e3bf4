import type { IncomingMessage } from 'node:http';
import type { AppParts } from '../app-parts.ts';
import { isLoopback } from '../settings/parse-values.ts';
import { createTrustCheck } from './request-source.ts';

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

/** The headers of proxies, some of which add only `via`, without the visitor's address. */
const FORWARDING = /^(via|forwarded|x-real-ip|x-forwarded-.*)$/;

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
}: Pick<AppParts, 'https' | 'trustedProxies'>): (request: Request) => boolean {
  const isProxy = trustedProxies ? createTrustCheck(trustedProxies) : () => https;
  return (request) => {
    const address = request.socket.remoteAddress ?? '';
    const isHere = isLoopback(address.replace(/^::ffff:/i, ''));
    const isForwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
    return isHere && !isProxy(address) && !isForwarded && hasLoopbackHost(request);
  };
}

function hasLoopbackHost({ headers: { host } }: Request): boolean {
  const address = `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
