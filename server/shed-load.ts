import type { RequestListener } from 'node:http';
import { calls } from '../contract/calls.ts';
import { answerUnseen } from './answer-errors.ts';
import type { App, AppParts } from './app-parts.ts';
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
  const refused = new Map<string, number>();
  const refuse = answerUnseen(errors.unavailable(), headers);
  const lateMs = timeTurns();
  let lastSaid = Number.NEGATIVE_INFINITY;

  const [answer] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const late = lateMs();
    const { method, url } = request;
    const kind = shed.find(({ call }) => call.path === url && call.method === method);
    if (!kind || (late < kind.afterMs && storage.takes(kind.write))) {
      answer?.(request, response);
      return;
    }
    refuse(response);
    count(`${method} ${url}`);
  });

  function count(call: string): void {
    refused.set(call, (refused.get(call) ?? 0) + 1);
    const now = performance.now();
    if (now - lastSaid < SAY_AGAIN_AFTER_MS) return;
    lastSaid = now;
    app.log.warn({ refused: Object.fromEntries(refused) }, 'More comes than can be done.');
  }
  return refused;
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
