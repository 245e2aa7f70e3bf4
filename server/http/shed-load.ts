import { Counter } from 'prom-client';
import type { App, AppParts } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';
import { sendError } from './answer-errors.ts';
import { errors } from './errors.ts';

/** A route whose requests are refused while the storage's queue has no room for this write. */
export interface ShedRule {
  readonly method: string;
  readonly path: string;
  readonly write: Parameters<AppParts['storage']['hasRoomFor']>[0];
}

const WARN_EVERY_MS = 10_000;

/**
 * Under overload, refuses requests that would fail later anyway, before their bodies are read. Call this function
 * before the routes are registered.
 */
export function shedLoad(app: App, storage: AppParts['storage'], rules: readonly ShedRule[]): void {
  const refused = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests that were refused immediately because of overload.',
    labelNames: ['call'],
    registers: [app.metrics],
  });
  const isDue = atMostEvery(WARN_EVERY_MS);
  for (const { method, path, write } of rules) {
    const call = `${method} ${path}`;
    // Prometheus does not see the first increase of a series that is new.
    refused.inc({ call }, 0);
    app.addHook('onRoute', (route) => {
      if (route.url !== path || route.method !== method) return;
      route.onRequest = [
        (_request, reply, done) => {
          if (storage.hasRoomFor(write)) return done();
          refused.inc({ call });
          if (isDue()) app.log.warn({ call }, 'More requests arrive than can be handled.');
          sendError(reply, errors.unavailable());
        },
        ...[route.onRequest ?? []].flat(),
      ];
    });
  }
}
