import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../contract/durations.ts';

/** A warning that strangers can cause is logged at most once in this time, so that they cannot fill the disk. */
const WARN_EVERY_MS = MINUTE_MS;

export interface LogStream {
  write(line: string): void;
}

/**
 * Writes one JSON object per line. Logs must not contain personal data. About a request, they contain only the
 * method and the pattern of the path, but no address, query string or body.
 */
export function loggerOptions(stream: LogStream) {
  return {
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        call: request.routeOptions.url,
      }),
    },
  };
}

/** @returns a function that logs a warning, unless it was logged within the last minute */
export function createRareWarning({
  log,
}: Pick<FastifyInstance, 'log'>): (sentence: string) => void {
  const isDue = new Map<string, () => boolean>();
  return (sentence) => {
    if (isDue.getOrInsertComputed(sentence, () => atMostEvery(WARN_EVERY_MS))()) log.warn(sentence);
  };
}

/** @returns a function that returns true at most once in `milliseconds`, and otherwise false */
export function atMostEvery(milliseconds: number): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - last < milliseconds) return false;
    last = now;
    return true;
  };
}

/** Formats the log for a terminal: the time, the level unless it is "info", the message, and the error's stack. */
export function readableStream(output: LogStream): LogStream {
  return {
    write(line) {
      const { time, level, msg, err } = JSON.parse(line) as Record<string, unknown> & {
        err?: { stack?: string };
      };
      const prefix = level === 'info' ? '' : `${String(level).toUpperCase()} `;
      const details = err?.stack ? `\n${err.stack}` : '';
      output.write(`${String(time).slice(11, 19)}  ${prefix}${msg}${details}\n`);
    },
  };
}
