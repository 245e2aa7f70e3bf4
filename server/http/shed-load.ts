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
 *
 * @returns the number of refused requests of each rule so far
 */
export function shedLoad(
  app: App,
  storage: AppParts['storage'],
  rules: readonly ShedRule[],
): ReadonlyMap<string, number> {
  const refused = new Map(rules.map((rule) => [nameOf(rule), 0]));
  const isDue = atMostEvery(WARN_EVERY_MS);
  app.addHook('onRoute', (route) => {
    const rule = rules.find(({ method, path }) => route.url === path && route.method === method);
    if (!rule) return;
    const call = nameOf(rule);
    route.onRequest = [
      (_request, reply, done) => {
        if (storage.hasRoomFor(rule.write)) return done();
        refused.set(call, (refused.get(call) ?? 0) + 1);
        if (isDue()) {
          const counts = Object.fromEntries(refused);
          app.log.warn({ refused: counts }, 'More requests arrive than can be handled.');
        }
        sendError(reply, errors.unavailable());
      },
      ...[route.onRequest ?? []].flat(),
    ];
  });
  return refused;
}

function nameOf({ method, path }: ShedRule): string {
  return `${method} ${path}`;
}
