import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase, type TestDatabase } from './databases/test-databases.ts';

export const PROGRAM = join(import.meta.dirname, '..', 'commands', 'impromptu.mjs');

/** The real program as a process of its own, for tests and benchmarks. */
export interface ServerProcess {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly process: ChildProcess;
  /** Every line that it has logged so far. */
  readonly log: readonly string[];
  /** Its exit code, once it has ended; null when a signal ended it at once. */
  readonly exited: Promise<number | null>;
  /** Asks it to stop, waits, and removes a database that was made for it. @returns its exit code */
  stop(): Promise<number | null>;
  /** Ends it at once, as a power cut would, and leaves its database. */
  kill(): Promise<void>;
}

/**
 * Starts the program on a free port, on a fresh database unless `env` names one: of the engine that `TEST_ENGINE`
 * names where none is asked for.
 *
 * @throws with what it said, when it ends instead of listening
 */
export async function startServer(
  options: {
    env?: Readonly<Record<string, string>>;
    engine?: string | undefined;
    /** A command that runs the one after it, and becomes it. */
    under?: readonly string[];
    /** Of a changed copy of the program, what `PROGRAM` is of this one. */
    program?: string;
  } = {},
): Promise<ServerProcess> {
  const named = options.env?.['DATABASE_URL'];
  const database: TestDatabase = named
    ? { url: named, remove: async () => {} }
    : await createTestDatabase(options.engine);
  const env = {
    // The program's first line looks for its Node there.
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    PORT: '0',
    ...options.env,
    DATABASE_URL: database.url,
  };
  const program = options.program ?? PROGRAM;
  const [command = program, ...parameters] = [...(options.under ?? []), program, 'serve'];
  const child = spawn(command, parameters, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  const listening = Promise.withResolvers<number>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      log.push(line);
      const port = /The site is at .*:(\d+)/.exec(line)?.[1];
      if (port) listening.resolve(Number(port));
    });
  }
  const exited = once(child, 'close').then(() => {
    listening.reject(new Error(`The server did not start: ${log.join('\n')}`));
    return child.exitCode;
  });

  return {
    url: `http://127.0.0.1:${await listening.promise}`,
    databaseUrl: database.url,
    process: child,
    log,
    exited,
    async stop() {
      child.kill('SIGTERM');
      const code = await exited;
      await database.remove();
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
