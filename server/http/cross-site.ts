import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app-parts.ts';
import { errors } from './errors.ts';

const READING = ['GET', 'HEAD'];

/**
 * Refuses writes that a browser sends for a page of another site, or of another host of the same domain. For most calls
 * this is a second protection: for such a page browsers send no body of type application/json, no PUT and no DELETE,
 * because the site does not use CORS. The form for sign-ups without JavaScript accepts other bodies, and needs this
 * check.
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
