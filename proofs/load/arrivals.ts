import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Kind = 'sign-up' | 'visit' | 'health';

/** Load at a fixed rate: requests do not wait for earlier answers (an open-loop load generator). */
export interface Arrivals {
  url: string;
  /** The kinds of the requests, taken in turn. */
  mix: readonly Kind[];
  perSecond: number;
  /** Each connection has one request at a time, as with browsers and proxies. */
  connections: number;
}

export interface Answers {
  /** Requests that were not sent, because every connection was waiting for an answer. */
  notSent: number;
  unanswered: number;
  all: Tally;
  byKind: Record<Kind, Tally>;
}

export interface Tally {
  /** Answered with 200; the times below are of these answers. */
  accepted: number;
  p99Ms: number;
  slowestMs: number;
  /** Answered with 503 and `Retry-After`. */
  refused: number;
  /** Number of other answers, by status. */
  otherwise: Record<string, number>;
}

/** Sends the requests and measures the times in a separate process, which work in this process does not delay. */
export async function arrive<const Streams extends readonly Arrivals[]>(
  seconds: number,
  ...streams: Streams
): Promise<{ [Stream in keyof Streams]: Answers }> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, 'arrivals-process.ts'),
    JSON.stringify({ seconds, streams }),
  ]);
  return JSON.parse(stdout);
}
