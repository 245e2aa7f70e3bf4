import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Kind = 'sign-up' | 'visit' | 'health';

/** Requests that come when they come, however slow the answers to those before are. */
export interface Arrivals {
  url: string;
  /** The kinds of the requests, taken in turn. */
  mix: readonly Kind[];
  perSecond: number;
  /** Each bears one request at a time, as those of browsers and proxies do. */
  connections: number;
}

export interface Answers {
  /** Requests that were due, and found every connection waiting for an answer. */
  leftOutside: number;
  unanswered: number;
  all: Tally;
  byKind: Record<Kind, Tally>;
}

export interface Tally {
  /** Answered with 200; the times are theirs. */
  accepted: number;
  p99Ms: number;
  slowestMs: number;
  /** Answered with 503 and when to come again. */
  refused: number;
  /** Answered in another way, by status. */
  otherwise: Record<string, number>;
}

/** Has requests arrive from a process of its own, which disturbs nobody's clock. */
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
