import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { Registry } from '@prometheus-io/client';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Storage } from '../storage/open.ts';
import type { LogStream } from './log.ts';
import type { Settings } from './settings/read-settings.ts';

/** All that `createApp` needs except the pages. An app reads no environment variable. */
export interface AppParts extends Settings {
  storage: Storage;
  /** Milliseconds since 1970 UTC. */
  clock: () => number;
  /** The destination of log lines. If it is missing, nothing is logged. */
  log?: LogStream;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What `/metrics` shows. Modules add their metrics. */
    metrics: Registry;
  }
}

export type FastifyApp = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
