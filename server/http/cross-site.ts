import type { App } from '../app-parts.ts';
import { errors } from './errors.ts';

const READING = ['GET', 'HEAD'];

/**
 * Refuses writes that a browser sends for a page of another site. Such a request has no JSON body and no cookies of
 * ours, so it would fail anyway. This check is a second protection.
 */
export function refuseCrossSiteWrites(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const from = request.headers['sec-fetch-site'];
    const isForeign = from === 'cross-site' || from === 'same-site';
    done(isForeign && !READING.includes(request.method) ? errors.crossSite() : undefined);
  });
}
