import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app-parts.ts';
import { errors } from './errors.ts';

const READING = ['GET', 'HEAD'];

/**
 * Refuses writes that a browser sends for a page of another site. Such a request has no JSON body and no cookies of
 * ours, so it would fail anyway. This check is a second protection.
 */
export function refuseCrossSiteWrites(app: App): void {
  app.addHook('onRequest', ({ headers, method }, _reply, done) => {
    done(isCrossSite(headers) && !READING.includes(method) ? errors.crossSite() : undefined);
  });
}

export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  const from = headers['sec-fetch-site'];
  return from === 'cross-site' || from === 'same-site';
}
