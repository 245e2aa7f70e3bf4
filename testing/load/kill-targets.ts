import { createPostgres, type PostgresProcess } from '../databases/postgres-process.ts';
import { createSqliteDatabase } from '../databases/sqlite-test-engine.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { acceptsVisits } from './visit-load.ts';

/** What is killed, and on which engine. */
export interface KillTarget {
  /** The name of the variant, such as `SQLite`. */
  readonly name: string;
  /** @param program a changed copy, instead of the real program */
  prepare(program?: string): Promise<RunningTarget>;
}

/** A database, and functions that kill the target and start it again. */
export interface RunningTarget {
  readonly env: Readonly<Record<string, string>> & { DATABASE_URL: string };
  start(): Promise<ServerProcess>;
  kill(server: ServerProcess): Promise<void>;
  /** Starts the target again. @returns a server that accepts writes, on the same database */
  revive(server: ServerProcess): Promise<ServerProcess>;
  /** Restarts PostgreSQL, so that it reads from the disk again. No server may use the database. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export const killTargets: readonly KillTarget[] = [
  { name: 'SQLite', prepare: programOnSqlite },
  { name: 'PostgreSQL', prepare: programOnPostgres },
  { name: 'PostgreSQL, which is itself killed', prepare: (program) => postgresItself({}, program) },
];

/**
 * For control runs, which must find lost writes: this PostgreSQL acknowledges commits before it writes them, and writes
 * only every ten seconds.
 */
export const asynchronousPostgres: KillTarget = {
  name: 'PostgreSQL without synchronous_commit',
  prepare: () => postgresItself({ synchronous_commit: 'off', wal_writer_delay: '10s' }),
};

async function programOnSqlite(program?: string): Promise<RunningTarget> {
  const database = await createSqliteDatabase();
  return {
    ...theProgram(database.url, program),
    async restart() {},
    remove: database.remove,
  };
}

async function programOnPostgres(program?: string): Promise<RunningTarget> {
  const postgres = await createPostgres({ durable: true });
  await postgres.start();
  return { ...theProgram(postgres.urlOf('postgres'), program), ...keeping(postgres) };
}

async function postgresItself(
  settings: Record<string, string>,
  program?: string,
): Promise<RunningTarget> {
  const postgres = await createPostgres({ durable: true, settings });
  await postgres.start();
  const unsafe = 'synchronous_commit' in settings ? '?unsafe=synchronous_commit' : '';
  return {
    ...starting(`${postgres.urlOf('postgres')}${unsafe}`, program),
    kill: () => postgres.kill(),
    async revive(server) {
      await postgres.start();
      // The server must reconnect automatically.
      while (!(await acceptsVisits(server.url)));
      return server;
    },
    ...keeping(postgres),
  };
}

function theProgram(url: string, program?: string): Omit<RunningTarget, 'restart' | 'remove'> {
  const base = starting(url, program);
  return { ...base, kill: (server) => server.kill(), revive: base.start };
}

function starting(url: string, program?: string): Pick<RunningTarget, 'env' | 'start'> {
  const env = { RATE_LIMITS: 'off', DATABASE_URL: url };
  return { env, start: () => startServer({ env, ...(program && { program }) }) };
}

function keeping(postgres: PostgresProcess): Pick<RunningTarget, 'restart' | 'remove'> {
  return {
    async restart() {
      await postgres.stop();
      await postgres.start();
    },
    remove: () => postgres.remove(),
  };
}
