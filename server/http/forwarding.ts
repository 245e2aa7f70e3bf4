import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { App, AppParts } from '../app-parts.ts';
import { isLoopback } from '../settings/loopback.ts';

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

/** @returns a function: whether the forwarding headers of a peer are trusted. Only listed addresses are. */
export function trustIn(proxies: BlockList | undefined): (address: string) => boolean {
  return (address) => {
    const family = isIP(address);
    return family !== 0 && proxies?.check(address, family === 4 ? 'ipv4' : 'ipv6') === true;
  };
}

/**
 * Warns once that an untrusted peer sends forwarding headers: usually a proxy that is missing from
 * TRUSTED_PROXIES, which makes all visitors behind it share one limit.
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
 * Whether a request comes directly from a program on this machine. A proxy may run here too, without saying so in a
 * header. So with https, which only a proxy provides, no request is local until TRUSTED_PROXIES lists the proxies.
 * The Host must be local too: a page whose domain resolves to this machine (DNS rebinding) makes a browser here ask
 * under that domain.
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

/** Whether any forwarding header is present: proxies that do not name the visitor may still name themselves. */
function wasForwarded(request: FastifyRequest): boolean {
  const names = Object.keys(request.headers);
  const isNamed = names.some((name) => name === 'via' || name.startsWith('x-forwarded-'));
  return isNamed || claimsToForward(request);
}

function asksLoopback({ headers: { host } }: FastifyRequest): boolean {
  const address = `http://${host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
