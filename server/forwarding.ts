import { type BlockList, isIP } from 'node:net';
import type { App } from './app.ts';

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
    if (!warned && FORWARDING_HEADERS.some((name) => name in request.headers)) {
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
