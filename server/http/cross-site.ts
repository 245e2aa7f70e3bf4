import type { App } from '../app-parts.ts';
import { errors } from './errors.ts';

const READING = ['GET', 'HEAD'];

/**
 * Refuses writes that a browser makes for a page of another site. Their bodies are not JSON and they carry no
 * cookies, so they would fail anyway; this check is independent of both.
 */
export function refuseCrossSiteWrites(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const from = request.headers['sec-fetch-site'];
    const isForeign = from === 'cross-site' || from === 'same-site';
    done(isForeign && !READING.includes(request.method) ? errors.crossSite() : undefined);
  });
}
