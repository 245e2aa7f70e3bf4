import type { RequestListener, ServerResponse } from 'node:http';
import { calls } from '../../contract/calls.ts';
import type { App, AppParts } from '../app-parts.ts';
import { answerUnseen } from './answer-errors.ts';
import { errors } from './errors.ts';

/**
 * What is refused under overload: when the queue has no room for such a write, or when this turn of the event loop
 * has lasted for `afterMs`, because this request has already waited that long. Visits are refused before sign-ups:
 * a lost visit goes unnoticed, but a person would have to repeat a sign-up.
 */
const shed = [
  { call: calls.trackInvite, write: 'visit', afterMs: 100 },
  { call: calls.joinWaitlist, write: 'sign-up', afterMs: 2_000 },
] as const;
type Kind = (typeof shed)[number];
/** With fewer requests in a turn, something else was slow, and refusing requests would not help. */
const MANY_IN_A_TURN = 200;
/** Under load libuv accepts this many more before the turn ends, and those have not waited for the earlier ones. */
const READ_AT_ONCE = 1_024;
const SAY_AGAIN_AFTER_MS = 10_000;

/**
 * Refuses requests before the app runs that would fail later anyway, or be answered after the client's timeout.
 * A refusal here costs a fifth of an answer; after the app's checks it would cost nearly a whole one.
 *
 * @returns the number of refused requests of each call so far
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
  // The router accepts several spellings of a path, with a query or percent-encoded. Those are recognised here by
  // their route. This is the first hook, so `late` still belongs to the same request.
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
    app.log.warn(
      { refused: Object.fromEntries(refused) },
      'More requests arrive than can be handled.',
    );
  }
  return refused;
}

function kindOf(method: unknown, path: string | undefined): Kind | undefined {
  return shed.find(({ call }) => call.path === path && call.method === method);
}

function nameOf({ method, path }: Kind['call']): string {
  return `${method} ${path}`;
}

/** @returns a function: how long this turn of the event loop has answered requests; 0 if they are few */
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
