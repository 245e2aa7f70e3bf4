/** The process in which `arrivals.ts` sends the requests. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '../../contract/calls.ts';
import { createEventId } from '../../contract/invite-events.ts';
import { INVITER } from '../../testing/load/visit-load.ts';
import { spellingsOf } from '../../testing/requests/path-spellings.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { AnswerCounter } from './answer-counter.ts';
import type { Answers, Arrivals, Kind } from './arrivals.ts';

const LOOK_EVERY_MS = 1;
const LAST_ANSWER_WITHIN_MS = 15_000;
const END_OF_HEAD = '\r\n\r\n';

/** Visits use these spellings of their path in turn: under overload the site must refuse visits in every spelling. */
const visitTargets = spellingsOf(calls.trackInvite.path);

let visitor = 0;
let visits = 0;
const requestOf: Record<Kind, () => string> = {
  'sign-up': () =>
    post(calls.joinWaitlist.path, { email: `${process.pid}-${visitor++}@example.com` }),
  visit: () => {
    const eventId = createEventId(Date.now(), crypto.getRandomValues(new Uint8Array(16)));
    const target = visitTargets[visits++ % visitTargets.length] ?? calls.trackInvite.path;
    return post(target, { refUserId: INVITER, action: 'page_view', eventId });
  },
  health: () => 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
};

const { seconds, streams }: { seconds: number; streams: Arrivals[] } = JSON.parse(
  process.argv[2] ?? '',
);
const ready = await Promise.all(streams.map(prepare));
const answers = await Promise.all(ready.map((begin) => begin()));
process.stdout.write(JSON.stringify(answers), () => process.exit());

/** Opens the connections. @returns a function that sends the requests */
async function prepare({ url, mix, perSecond, connections }: Arrivals) {
  const { hostname, port } = new URL(url);
  const all = new AnswerCounter();
  const kinds = new Map(mix.map((kind) => [kind, new AnswerCounter()]));
  /**
   * Connections that are not waiting for an answer. The next request uses the connection that has been idle for
   * longest, so that no connection is idle until the server closes it.
   */
  const free: Socket[] = [];
  let unanswered = 0;
  let notSent = 0;
  while (free.length < connections) await open();

  async function open(): Promise<void> {
    const socket = connect(Number(port), hostname);
    socket.setNoDelay();
    await once(socket, 'connect');
    // An error is followed by "close". Also a connection that waits for no request may be closed.
    socket.on('error', () => {});
    socket.on('close', () => {
      const place = free.indexOf(socket);
      if (place >= 0) free.splice(place, 1);
      open().catch(() => {});
    });
    // Without this, the end of a connection would be noticed only after its first request.
    socket.resume();
    free.push(socket);
  }

  function ask(socket: Socket, kind: Kind): void {
    const begun = performance.now();
    let answer = '';
    const end = (status: string) => {
      unanswered--;
      socket.off('data', read).off('close', closed);
      const ms = performance.now() - begun;
      all.count(status, ms);
      kinds.get(kind)?.count(status, ms);
    };
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      end(statusOf(answer));
      free.push(socket);
    };
    const closed = () => end('closed');
    socket.on('data', read).on('close', closed);
    unanswered++;
    socket.write(requestOf[kind]());
  }

  return async (): Promise<Answers> => {
    const begun = performance.now();
    const total = Math.floor(seconds * perSecond);
    for (let arrived = 0; arrived < total; await wait(LOOK_EVERY_MS)) {
      const passed = (performance.now() - begun) / 1_000;
      for (const due = Math.min(total, passed * perSecond); arrived < due; arrived++) {
        const kind = mix[arrived % mix.length];
        const socket = free.shift();
        if (socket && kind) ask(socket, kind);
        else notSent++;
      }
    }
    const giveUp = performance.now() + LAST_ANSWER_WITHIN_MS;
    while (unanswered > 0 && performance.now() < giveUp) await wait(LOOK_EVERY_MS);
    const byKind = Object.fromEntries(
      [...kinds].map(([kind, counting]) => [kind, counting.result()]),
    ) as Answers['byKind'];
    return { notSent, unanswered, all: all.result(), byKind };
  };
}

function post(target: string, body: object): string {
  const content = JSON.stringify(body);
  return `POST ${target} HTTP/1.1\r\nhost: x\r\nuser-agent: ${A_PERSON}\r\ncontent-type: application/json\r\ncontent-length: ${content.length}\r\n\r\n${content}`;
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf(END_OF_HEAD);
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer)?.[1];
  return answer.length >= end + END_OF_HEAD.length + Number(length);
}

function statusOf(answer: string): string {
  const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
  return /\r\nretry-after: \d/i.test(answer) ? `${status} with Retry-After` : status;
}
