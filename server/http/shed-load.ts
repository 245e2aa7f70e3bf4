import type { RequestListener, ServerResponse } from 'node:http';
import type { App, AppParts } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';
import { createEarlyAnswer } from './answer-errors.ts';
import { errors } from './errors.ts';

/** A request that is refused under overload. */
export interface ShedRule {
  readonly method: string;
  readonly path: string;
  /** The request is refused if the storage's queue has no room for this write. */
  readonly write: Parameters<AppParts['storage']['hasRoomFor']>[0];
  /**
   * The request is refused if the current turn of the event loop has already lasted this long, because then the request
   * has waited for about as long.
   */
  readonly afterMs: number;
}

/**
 * A long turn of the event loop with fewer requests contains one slow request. Then nothing is refused, because that
 * would not make the turn shorter.
 */
const MANY_IN_A_TURN = 200;
/**
 * libuv reads at most this many events at a time, and may do so several times in one turn. Requests of a later read did
 * not wait while those of an earlier read were handled, so their time is measured from zero again.
 */
const EVENTS_PER_POLL = 1_024;
const WARN_EVERY_MS = 10_000;

/**
 * Under overload, refuses requests that would fail later anyway, or be answered after the client's timeout. Refusing a
 * request before the app handles it takes a fifth of the time of an answer. A refusal by the app would take nearly as
 * long as an answer.
 *
 * @returns the number of refused requests of each rule so far
 */
export function shedLoad(
  app: App,
  storage: AppParts['storage'],
  headers: Readonly<Record<string, string>>,
  rules: readonly ShedRule[],
): ReadonlyMap<string, number> {
  const refused = new Map(rules.map((rule) => [nameOf(rule), 0]));
  const refuse = createEarlyAnswer(errors.unavailable(), headers);
  const lateMs = timeTurns();
  let late = 0;
  const shedMethods = new Set<unknown>(rules.map(({ method }) => method));
  const isDue = atMostEvery(WARN_EVERY_MS);

  const [answer] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    late = lateMs();
    const rule = ruleFor(request.method, request.url);
    if (rule && isTooMuch(rule)) refuseAndCount(rule, response);
    else answer?.(request, response);
  });
  // The check above compares the path as it was sent. The router also accepts other spellings, with a query or
  // percent-encoded, which this hook recognises by their route. This is the first hook and runs synchronously after the
  // check above, so `late` still belongs to this request.
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url } = request.raw;
    // Fastify makes `routeOptions` at each access, so they are read only if a rule may apply.
    const mayDiffer = shedMethods.has(method) && !ruleFor(method, url);
    const rule = mayDiffer ? ruleFor(method, request.routeOptions.url) : undefined;
    if (!rule || !isTooMuch(rule)) {
      done();
      return;
    }
    reply.hijack();
    refuseAndCount(rule, reply.raw);
  });

  function ruleFor(method: unknown, path: string | undefined): ShedRule | undefined {
    return rules.find((rule) => rule.path === path && rule.method === method);
  }

  function isTooMuch({ afterMs, write }: ShedRule): boolean {
    return late >= afterMs || !storage.hasRoomFor(write);
  }

  function refuseAndCount(rule: ShedRule, response: ServerResponse): void {
    refuse(response);
    const call = nameOf(rule);
    refused.set(call, (refused.get(call) ?? 0) + 1);
    if (!isDue()) return;
    app.log.warn(
      { refused: Object.fromEntries(refused) },
      'More requests arrive than can be handled.',
    );
  }
  return refused;
}

function nameOf({ method, path }: ShedRule): string {
  return `${method} ${path}`;
}

/**
 * @returns a function to call for each request. It returns the milliseconds since the first request of this turn of the
 *   event loop, or 0 while the turn has had few requests.
 */
function timeTurns(): () => number {
  let requests = 0;
  let begun = 0;
  return () => {
    if (requests === EVENTS_PER_POLL) requests = 0;
    if (requests === 0) {
      begun = performance.now();
      setImmediate(() => {
        requests = 0;
      });
    }
    requests++;
    return requests < MANY_IN_A_TURN ? 0 : performance.now() - begun;
  };
}
