import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Storage } from '../storage/storage.ts';
import type { LogStream } from './log.ts';
import type { Settings } from './settings/read-settings.ts';

/** What an app is made of beside its pages. It looks nothing else up, and keeps nothing outside of itself. */
export interface AppParts extends Settings {
  storage: Storage;
  /** Milliseconds since 1970 UTC. */
  clock: () => number;
  /** More than that are never open at once; a test may want fewer. */
  mostConnections?: number;
  /** Where log lines go; nowhere when it is missing. */
  log?: LogStream;
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
