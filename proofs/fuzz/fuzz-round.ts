import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { RandomValues } from '../../testing/random-values.ts';
import type { Credentials } from './fuzz-credentials.ts';
import { type FuzzedRequest, fuzzRequest } from './fuzzed-requests.ts';

/** The server must close a silent connection within this time. */
const SILENT_MS = 45_000;
const MOST_REQUESTS = 16;
const STATUS = /HTTP\/1\.1 ([2-9]\d\d) /g;
const STATUS_CHARACTERS = 'HTTP/1.1 200'.length;

/** The pipelined requests of one connection. */
export interface Round {
  requests: readonly FuzzedRequest[];
  /** How the connection ends: by `Connection: close` in the last request, half closed, or reset. */
  end: 'announced' | 'half-closed' | 'reset';
  /** In how many pieces the bytes of the requests are sent. */
  pieces: number;
}

export interface RoundOutcome {
  /** The statuses of the answers, in the order of the requests. */
  statuses: readonly number[];
  /** Whether the server neither answered nor closed the connection. */
  isHung: boolean;
}

/** @param seed the same seed makes the same round */
export function makeRound(seed: number, credentials: Credentials): Round {
  const random = new RandomValues(seed);
  const requests: FuzzedRequest[] = [];
  const most = 1 + random.upTo(MOST_REQUESTS);
  while (requests.length < most) {
    const request = fuzzRequest(random, credentials);
    const isLast = !request.isFramed;
    // A request with an invalid length is the last of its connection, and often ends this connection before the earlier
    // requests are answered. So a round with earlier requests usually omits it.
    if (isLast && requests.length > 0 && random.happens(0.75)) break;
    requests.push(request);
    if (isLast) break;
  }
  const last = requests.at(-1);
  const pieces = random.happens(0.2) ? 1 + random.upTo(20) : 1;
  if (random.happens(0.05)) return { requests, end: 'reset', pieces };
  if (!last?.isFramed || random.happens(0.1)) return { requests, end: 'half-closed', pieces };
  return { requests: [...requests.slice(0, -1), closing(last)], end: 'announced', pieces };
}

export async function playRound(
  port: number,
  { requests, end, pieces }: Round,
): Promise<RoundOutcome> {
  const statuses: number[] = [];
  let unread = '';
  let isHung = false;
  const socket = connect(port, '127.0.0.1');
  const closed = once(socket, 'close').catch(() => {});
  socket.on('error', () => {});
  socket.setTimeout(SILENT_MS, () => {
    isHung = true;
    socket.destroy();
  });
  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1');
    let read = 0;
    for (const { 0: start, 1: status, index } of unread.matchAll(STATUS)) {
      statuses.push(Number(status));
      read = index + start.length;
    }
    // Keep the start of a status line that has arrived only in part.
    unread = unread.slice(read).slice(-STATUS_CHARACTERS);
    if (end === 'reset') socket.resetAndDestroy();
  });
  const bytes = Buffer.concat(requests.map((request) => request.bytes));
  const length = Math.ceil(bytes.length / pieces);
  for (let from = 0; from < bytes.length && !socket.destroyed; from += length) {
    socket.write(bytes.subarray(from, from + length));
    if (pieces > 1) await setImmediate();
  }
  if (end === 'half-closed') socket.end();
  // The server may never answer a request whose length is invalid, so the reset does not wait for an answer.
  if (end === 'reset' && !requests.at(-1)?.isFramed) socket.end(() => socket.resetAndDestroy());
  await closed;
  return { statuses, isHung };
}

function closing(request: FuzzedRequest): FuzzedRequest {
  const text = request.bytes.toString('latin1');
  return {
    ...request,
    bytes: Buffer.from(text.replace('\r\n', '\r\nconnection: close\r\n'), 'latin1'),
  };
}
