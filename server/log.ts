import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Of what strangers can bring about, each sentence is logged at most this often: a flood must not fill the disk. */
const WARN_EVERY_MS = 60_000;

export interface LogStream {
  write(line: string): void;
}

/**
 * One JSON object a line. Never an address, a query string or a body: nobody's data belongs in a log,
 * so of a request only its method and the call's own path are written.
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

/** @returns logs a warning, unless the same was logged within the last minute */
export function warnSparingly({ log }: Pick<FastifyInstance, 'log'>): (sentence: string) => void {
  const warnedAt = new Map<string, number>();
  return (sentence) => {
    const now = performance.now();
    if (now - (warnedAt.get(sentence) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
    warnedAt.set(sentence, now);
    log.warn(sentence);
  };
}

/** For a person at a terminal: the time, the level where it matters, the sentence, and what went wrong. */
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
