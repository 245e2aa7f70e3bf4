import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { App, AppParts } from '../app-parts.ts';
import { isLoopback } from '../settings/parse-values.ts';
import { errors } from './errors.ts';

/** The parts of a request that say where it comes from. */
type Sender = Pick<IncomingMessage, 'headers' | 'socket'>;

/** The first 64 bits of an IPv6 address identify the network of one home, phone or office. */
const GROUPS_OF_NETWORK = 4;

const READING = ['GET', 'HEAD'];

const UNKNOWN_PROXY =
  'A peer that is not in TRUSTED_PROXIES sends forwarding headers, which are ignored. If the peer is your proxy, add its address: until then all visitors behind it share one limit.';
const NO_VISITOR =
  'A proxy of TRUSTED_PROXIES does not name the visitor: X-Forwarded-For is missing, or its last entry is not an IP address. Let the proxy send the address: until then such visitors share one limit.';

/**
 * Refuses requests without the header Host, and writes that a browser sends for a page of another site, or of another
 * host of the same domain. For most calls the latter is a second protection: for such a page browsers send no body of
 * type application/json, no PUT and no DELETE, because the site does not use CORS. The form for sign-ups without
 * JavaScript accepts other bodies, and needs this check.
 *
 * Logs each warning about a proxy once: all visitors behind it count as one address, and share its limits.
 */
export function checkSources(app: App, isTrusted: (entry: string) => boolean): void {
  const logged = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return done(errors.malformedRequest());
    const warning = warningAbout(request, isTrusted);
    if (warning && !logged.has(warning)) {
      logged.add(warning);
      app.log.warn(warning);
    }
    const from = request.headers['sec-fetch-site'];
    const isCrossSite = from === 'cross-site' || from === 'same-site';
    done(isCrossSite && !READING.includes(request.method) ? errors.crossSite() : undefined);
  });
}

function warningAbout(
  request: Sender & { ip: string },
  isTrusted: (entry: string) => boolean,
): string | undefined {
  if (!hasForwardingHeader(request)) return undefined;
  if (!isTrusted(request.socket.remoteAddress ?? '')) return UNKNOWN_PROXY;
  const isNamed = request.headers['x-forwarded-for'] && addressIn(request.ip);
  return isNamed ? undefined : NO_VISITOR;
}

/** @returns a function that tells whether an address is one of the listed proxies, whose forwarding headers are used */
export function createTrustCheck(proxies: BlockList | undefined): (entry: string) => boolean {
  return (entry) => {
    const address = addressIn(entry) ?? '';
    const family = isIP(address);
    return family !== 0 && proxies?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
  };
}

/**
 * @returns the client's address, or for IPv6 its /64 network. If a proxy forwards a text that is not an address, the
 *   proxy counts as the client
 */
export function addressOf(request: FastifyRequest): string {
  return networkOf(addressIn(request.ip) ?? request.socket.remoteAddress ?? '');
}

/** @returns an IPv4 address, also if it is written as IPv6, or the /64 network of an IPv6 address in one spelling */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const network = parsed.parts.slice(0, GROUPS_OF_NETWORK).map((group) => group.toString(16));
  return `${network.join(':')}::`;
}

/**
 * @param entry of X-Forwarded-For. Some proxies write an address with its port, in brackets or in quotes. It is missing
 *   if it is Fastify's `ip` of a connection that has closed
 * @returns the address without a zone such as `%eth0`; undefined if the entry is something else, such as "unknown"
 */
export function addressIn(entry = ''): string | undefined {
  if (isIP(entry) && !entry.includes('%')) return entry;
  const text = entry.replace(/^["\s]+|["\s]+$/g, '');
  const [, inBrackets] = /^\[(.*)\](?::\d*)?$/.exec(text) ?? [];
  // An IPv6 address without brackets may also end with a colon and digits.
  const withZone = inBrackets ?? (isIP(text) ? text : text.replace(/:\d*$/, ''));
  const [address = ''] = withZone.split('%');
  return isIP(address) ? address : undefined;
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
