import type { RequestListener, ServerResponse } from 'node:http';
import { calls } from '../../contract/calls.ts';
import type { App, AppParts } from '../app-parts.ts';
import { answerUnseen } from './answer-errors.ts';
import { errors } from './errors.ts';

/**
 * What is refused when more comes than can be done: where no more such writes may wait, or where a turn of the
 * event loop has already lasted so long, and whoever is read now has waited for all of it. Visits go first: nobody
 * sees that one is missing, and whoever signs up would have to do it again.
 */
const shed = [
  { call: calls.trackInvite, write: 'visit', afterMs: 100 },
  { call: calls.joinWaitlist, write: 'sign-up', afterMs: 2_000 },
] as const;
type Kind = (typeof shed)[number];
/** With fewer requests in a turn it was something else that took long, and refusing them would not help. */
const MANY_IN_A_TURN = 200;
/** Under load libuv asks for so many again before the turn ends, and those have not waited for the ones before. */
const READ_AT_ONCE = 1_024;
const SAY_AGAIN_AFTER_MS = 10_000;

/**
 * Refuses in front of the app what would be refused in the end, or answered when nobody waits any more. Here that
 * costs a fifth of an answer, and most of one behind all the app's checks: too little would be left for the others.
 *
 * @returns how many requests of each call were refused so far
 */
export function shedLoad(
  app: App,
  storage: AppParts['storage'],
  headers: Readonly<Record<string, string>>,
): ReadonlyMap<string, number> {
  const refused = new Map(shed.map(({ call }) => [nameOf(call), 0]));
  const refuse = answerUnseen(errors.unavailable(), headers);
  const lateMs = timeTurns();
  let late = 0;
  let lastSaid = Number.NEGATIVE_INFINITY;

  const [answer] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    late = lateMs();
    const kind = kindOf(request.method, request.url);
    if (kind && isTooMuch(kind)) refuseAndCount(kind, response);
    else answer?.(request, response);
  });
  // The router takes a path in many spellings, with a query or percent-encoded. What was not recognised above is
  // asked here by its route. This is the first hook, so `late` is still that of the same request.
  app.addHook('onRequest', ({ raw, routeOptions: { method, url } }, reply, done) => {
    const kind = raw.url === url ? undefined : kindOf(method, url);
    if (!kind || !isTooMuch(kind)) {
      done();
      return;
    }
    reply.hijack();
    refuseAndCount(kind, reply.raw);
  });

  function isTooMuch({ afterMs, write }: Kind): boolean {
    return late >= afterMs || !storage.hasRoomFor(write);
  }

  function refuseAndCount(kind: Kind, response: ServerResponse): void {
    refuse(response);
    const call = nameOf(kind.call);
    refused.set(call, (refused.get(call) ?? 0) + 1);
    const now = performance.now();
    if (now - lastSaid < SAY_AGAIN_AFTER_MS) return;
    lastSaid = now;
    app.log.warn({ refused: Object.fromEntries(refused) }, 'More comes than can be done.');
  }
  return refused;
}

function kindOf(method: unknown, path: string | undefined): Kind | undefined {
  return shed.find(({ call }) => call.path === path && call.method === method);
}

function nameOf({ method, path }: Kind['call']): string {
  return `${method} ${path}`;
}

/** @returns what says for how long this turn of the event loop has answered requests, if they are many */
function timeTurns(): () => number {
  let requests = 0;
  let begun = 0;
  return () => {
    if (requests === READ_AT_ONCE) requests = 0;
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
