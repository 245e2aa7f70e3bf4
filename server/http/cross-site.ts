import type { App } from '../app-parts.ts';
import { errors } from './errors.ts';

const READING = ['GET', 'HEAD'];

/**
 * Refuses writes that a browser makes for a page of another site. Their bodies are no JSON and their
 * cookies stay at home, so they would come to nothing; this does not rest on either.
 */
export function refuseCrossSiteWrites(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const from = request.headers['sec-fetch-site'];
    const isForeign = from === 'cross-site' || from === 'same-site';
    done(isForeign && !READING.includes(request.method) ? errors.crossSite() : undefined);
  });
}
