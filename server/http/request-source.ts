import type { IncomingHttpHeaders } from 'node:http';
import { type BlockList, isIP } from 'node:net';
import type { onRequestHookHandler } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LruMap } from 'toad-cache';
import type { Limit } from '../../contract/schemas/call-schema.ts';
import type { LimitWindow } from '../../storage/engine.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { errors } from './errors.ts';
import { countTogether } from './shared-counts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The client's address, or for IPv6 its /64 network. If a proxy forwards a text that is not an address, the proxy
     * counts as the client.
     */
    network: string;
  }
  interface FastifyContextConfig {
    /** The limit of a route. */
    rateLimit?: AddressLimit;
  }
  interface FastifyInstance {
    /** Counts a request of a network. @returns the seconds to wait if it is above the limit, else 0 */
    countRequest(network: string, limit: AddressLimit): Promise<number>;
  }
}

/** The first 64 bits of an IPv6 address identify the network of one home, phone or office. */
const GROUPS_OF_NETWORK = 4;

/** The longest address with a zone, a port, brackets and quotes is shorter. */
const MAX_ENTRY_CHARACTERS = 100;

const READING = ['GET', 'HEAD'];

const UNKNOWN_PROXY =
  'A peer that is not in TRUSTED_PROXIES sends forwarding headers, which are ignored. If the peer is your proxy, add its address: until then all visitors behind it share one limit.';
const NO_VISITOR =
  'A proxy of TRUSTED_PROXIES does not name the visitor: X-Forwarded-For is missing, or its last entry is not an IP address. Let the proxy send the address: until then such visitors share one limit.';

/**
 * Sets the network of each request. Refuses requests without the header Host, and writes that a browser sends for a
 * page of another site, or of another host of the same domain. The form for sign-ups without JavaScript needs this
 * check. For most other calls the check is a second protection: the site does not use CORS, so browsers send no JSON,
 * no PUT and no DELETE for pages of other sites.
 *
 * Logs each warning about a proxy once: all visitors behind it count as one address, and share its limits.
 */
export function findSource(
  app: FastifyApp,
  isTrusted: (entry: string) => boolean,
): onRequestHookHandler {
  const logged = new Set<string>();
  app.decorateRequest('network', '');
  return (request, _reply, done) => {
    const { headers, method, raw, socket } = request;
    if (headers.host === undefined && raw.httpVersion === '1.1')
      return done(errors.malformedRequest());
    // Missing if the connection has already closed: then it is not known whether the peer is in TRUSTED_PROXIES.
    const peer = socket.remoteAddress;
    const address = addressIn(request.ip);
    request.network = networkOf(address ?? peer ?? '');
    const warning =
      peer && hasForwardingHeader(headers) && warningAbout(headers, isTrusted(peer), address);
    if (warning && !logged.has(warning)) {
      logged.add(warning);
      app.log.warn(warning);
    }
    const from = headers['sec-fetch-site'];
    const isCrossSite = from === 'cross-site' || from === 'same-site';
    done(isCrossSite && !READING.includes(method) ? errors.crossSite() : undefined);
  };
}

function warningAbout(
  headers: IncomingHttpHeaders,
  isTrusted: boolean,
  address: string | undefined,
): string | undefined {
  if (!isTrusted) return UNKNOWN_PROXY;
  return headers['x-forwarded-for'] && address ? undefined : NO_VISITOR;
}

/** @returns a check whether an address is one of the listed proxies, whose forwarding headers are used */
export function createTrustCheck(proxies: BlockList | undefined): (entry: string) => boolean {
  return (entry) => {
    const address = addressIn(entry) ?? '';
    const family = isIP(address);
    return family !== 0 && proxies?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
  };
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
 * @param entry of X-Forwarded-For. Some proxies write an address with its port, in brackets or in quotes. Or Fastify's
 *   `ip`, which is missing once the connection has closed
 * @returns the address without a zone such as `%eth0`; undefined if the entry is something else, such as "unknown"
 */
function addressIn(entry = ''): string | undefined {
  if (entry.length > MAX_ENTRY_CHARACTERS) return undefined;
  if (isIP(entry) && !entry.includes('%')) return entry;
  const text = entry.replace(/^["\s]+|["\s]+$/g, '');
  const [, inBrackets] = /^\[(.*)\](?::\d*)?$/.exec(text) ?? [];
  // An IPv6 address without brackets may also end with a colon and digits.
  const withZone = inBrackets ?? (isIP(text) ? text : text.replace(/:\d*$/, ''));
  const [address = ''] = withZone.split('%');
  return isIP(address) ? address : undefined;
}

function hasForwardingHeader(headers: IncomingHttpHeaders): boolean {
  return 'x-forwarded-for' in headers || 'x-real-ip' in headers || 'forwarded' in headers;
}

/** Bounds the memory: above this number the count of the least recently seen address is dropped. */
const MAX_ADDRESSES = 50_000;

/** How many requests an address may make in a window of time. */
export interface AddressLimit extends Limit {
  /** Requests with the same `groupId` are counted together. */
  readonly groupId: string;
}

/** Adds `countRequest`. @returns a hook that applies the limit of each route that has one */
export function applyLimits(app: FastifyApp, parts: AppParts): onRequestHookHandler {
  const { storage, clock, rateLimits } = parts;
  const countShared = storage.sharedLimits && countTogether(app, storage, storage.sharedLimits);
  const groups = new Map<string, ReturnType<typeof createWindows>>();
  const count: FastifyApp['countRequest'] = async (network, limit) => {
    if (!rateLimits) return 0;
    const { groupId, max, windowMs } = limit;
    const at = clock();
    const window = groups.getOrInsertComputed(groupId, () => createWindows(limit))(network, at);
    window.hits++;
    // A refusal needs no query, because the shared count is not lower.
    const isShared = countShared && window.hits <= max;
    const { hits, until } = isShared
      ? await countShared(network + groupId, window, at, windowMs)
      : window;
    return hits > max ? Math.ceil((until - at) / 1_000) : 0;
  };
  app.decorate('countRequest', count);
  return ({ routeOptions, network }, _reply, done) => {
    const limit = routeOptions.config.rateLimit;
    if (!limit) return done();
    count(network, limit).then(
      (secondsToWait) =>
        done(secondsToWait > 0 ? errors.tooManyRequests(secondsToWait) : undefined),
      done,
    );
  };
}

/**
 * Counts only in the memory of this instance. Use this for a limit that saves database reads: a count in the database
 * would cost as much as a read.
 */
export function countInMemory(
  { rateLimits, clock }: Pick<AppParts, 'rateLimits' | 'clock'>,
  limit: AddressLimit,
) {
  const windowOf = createWindows(limit);
  return {
    isUsedUp: (network: string) => rateLimits && windowOf(network, clock()).hits >= limit.max,
    count(network: string): void {
      windowOf(network, clock()).hits++;
    },
  };
}

/** @returns a function that returns the current window of an address, to whose `hits` the caller adds */
function createWindows({ windowMs }: AddressLimit) {
  const windows = new LruMap<LimitWindow>(MAX_ADDRESSES);
  return (address: string, now: number): LimitWindow => {
    const last = windows.get(address);
    if (last && last.until > now) return last;
    const window = { hits: 0, until: now + windowMs };
    windows.set(address, window);
    return window;
  };
}
