import type { RequestListener, ServerResponse } from 'node:http';
import { calls } from '../../contract/calls.ts';
import { PLAIN_SIGN_UP_PATH } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';
import { createEarlyAnswer } from './answer-errors.ts';
import { errors } from './errors.ts';

/**
 * The calls that are refused under overload. A call is refused if the storage's queue has no room for its write, or if
 * the current turn of the event loop has already lasted `afterMs`: the request has then waited about that long. Visits
 * are refused before sign-ups, because a lost visit is not noticed, but a person would have to repeat a sign-up.
 */
const rules = [
  { refused: [calls.trackInvite], write: 'visit', afterMs: 100 },
  {
    refused: [calls.joinWaitlist, { method: 'POST', path: PLAIN_SIGN_UP_PATH }],
    write: 'sign-up',
    afterMs: 2_000,
  },
] as const;
const shed = rules.flatMap(({ refused, ...rule }) => refused.map((call) => ({ call, ...rule })));
type Kind = (typeof shed)[number];
/** If a long turn had fewer requests, one of them was slow. Refusing other requests would not help. */
const MANY_IN_A_TURN = 200;
/**
 * In one turn libuv may poll several times, for up to 1,024 events each time. Requests of a later poll have not waited
 * for those of an earlier one, so their time is measured from zero again.
 */
const EVENTS_PER_POLL = 1_024;
const WARN_EVERY_MS = 10_000;

/**
 * Under overload, refuses requests that would fail later anyway, or be answered after the client's timeout. Refusing a
 * request before the app handles it takes a fifth of the time of an answer. Refusing it later would take nearly as long
 * as an answer.
 *
 * @returns the number of refused requests of each call so far
 */
export function shedLoad(
  app: App,
  storage: AppParts['storage'],
  headers: Readonly<Record<string, string>>,
): ReadonlyMap<string, number> {
  const refused = new Map(shed.map(({ call }) => [nameOf(call), 0]));
  const refuse = createEarlyAnswer(errors.unavailable(), headers);
  const lateMs = timeTurns();
  let late = 0;
  const isDue = atMostEvery(WARN_EVERY_MS);

  const [answer] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    late = lateMs();
    const kind = kindOf(request.method, request.url);
    if (kind && isTooMuch(kind)) refuseAndCount(kind, response);
    else answer?.(request, response);
  });
  // The check above compares the path as it was sent. The router also accepts other spellings, with a query or
  // percent-encoded, which this hook recognises by their route. It is the first hook and runs synchronously after the
  // check above, so `late` still belongs to this request.
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
    if (!isDue()) return;
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

/**
 * @returns a function that tells for how long this turn of the event loop has handled requests; 0 if the turn had few
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
