import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { App, AppParts } from '../app-parts.ts';
import { isLoopback } from '../settings/loopback.ts';

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** Whether a peer's word on where a request came from is believed: only that of listed addresses. */
export function trustIn(proxies: BlockList | undefined): (address: string) => boolean {
  return (address) => {
    const family = isIP(address);
    return family !== 0 && proxies?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
  };
}

/**
 * Says once that somebody who is not trusted claims to forward requests: usually a proxy that is
 * missing from TRUSTED_PROXIES, behind which all visitors share one limit.
 */
export function warnOfStrangers(app: App, isTrusted: (address: string) => boolean): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && claimsToForward(request)) {
      warned = !isTrusted(request.socket.remoteAddress ?? '');
      if (warned) {
        app.log.warn(
          'A peer that TRUSTED_PROXIES does not list sends forwarding headers, and they are ignored. If it is your proxy, add its address: until then all visitors behind it share one limit.',
        );
      }
    }
    done();
  });
}

/**
 * Whether a request comes from a program on this machine, for itself. A proxy may run here as well, and
 * need not say that it is one: so nobody is local on https, which only a proxy can have brought, until
 * TRUSTED_PROXIES says which addresses the proxies have. And a page that points its own name at this
 * machine has a browser here ask, under that name.
 */
export function localCheck({
  https,
  trustedProxies,
}: Pick<AppParts, 'https' | 'trustedProxies'>): (request: FastifyRequest) => boolean {
  const isProxy = trustedProxies ? trustIn(trustedProxies) : () => https;
  return (request) => {
    const address = request.socket.remoteAddress ?? '';
    const isHere = isLoopback(address.replace(/^::ffff:/i, ''));
    return isHere && !isProxy(address) && !wasForwarded(request) && asksLoopback(request);
  };
}

function claimsToForward({ headers }: FastifyRequest): boolean {
  return FORWARDING_HEADERS.some((name) => name in headers);
}

/** Whether any header says so: proxies that do not name the visitor may still name themselves. */
function wasForwarded(request: FastifyRequest): boolean {
  const names = Object.keys(request.headers);
  const isNamed = names.some((name) => name === 'via' || name.startsWith('x-forwarded-'));
  return isNamed || claimsToForward(request);
}

function asksLoopback({ headers: { host } }: FastifyRequest): boolean {
  const address = `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
