import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createTestDatabase, keptDatabase } from './databases/test-databases.ts';
import type { TestDatabase } from './databases/test-engine.ts';
import type { DoubleName } from './site-with-double.ts';

export const PROGRAM = join(import.meta.dirname, '..', 'site');
const SITE_WITH_DOUBLE = join(import.meta.dirname, 'site-with-double.ts');

/** Tests must not depend on the developer's .env. */
const NO_FILE = '/dev/null';

const ADDRESS = `
  import { brand } from ${JSON.stringify(pathToFileURL(join(PROGRAM, '../brand.ts')))};
  brand.postalAddress.push('1 Main Street', 'Springfield');`;
/** Variables for a program as if brand.ts had a postal address, which mailings need. */
export const WITH_POSTAL_ADDRESS = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ADDRESS)}`,
} as const;

export interface Output {
  code: number | string;
  stdout: string;
  stderr: string;
}

/** Runs a command of the program, in an environment without other variables. Also resolves if the command fails. */
export async function runProgram(
  parameters: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Output> {
  return await promisify(execFile)(PROGRAM, parameters, {
    env: { ENV_FILE: NO_FILE, ...env },
    ...(cwd && { cwd }),
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Output) => ({ code, stdout, stderr }),
  );
}

/** The real program in a separate process, for tests and benchmarks. */
export interface ServerProcess {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly process: ChildProcess;
  /** The lines that it has logged so far. */
  readonly log: readonly string[];
  /** Resolves with its exit code when it has ended; null if it was killed by a signal. */
  readonly exited: Promise<number | null>;
  /** Stops it gracefully, and removes the database if it was made for this server. @returns the exit code */
  stop(): Promise<number | null>;
  /** Kills it, and leaves its database. */
  kill(): Promise<void>;
  /** Like `stop`. A second stop does nothing. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts the program on a free port, on a new database unless `env` names one. Unless `engine` is given, the engine is
 * that in `TEST_ENGINE`.
 *
 * @throws with its log if it ends instead of listening
 */
export async function startServer(
  options: {
    env?: Readonly<Record<string, string>>;
    engine?: string | undefined;
    /** A command such as `strace`, which runs the program. */
    under?: readonly string[];
    /** Path of a changed copy of the program, to be used instead of `PROGRAM`. */
    program?: string;
    /** The folder in which it runs, and the user as which it runs. */
    as?: { readonly cwd: string; readonly uid?: number; readonly gid?: number };
    /** Runs the site with a test double for a part of it, instead of the program. */
    double?: DoubleName | undefined;
  } = {},
): Promise<ServerProcess> {
  const named = options.env?.['DATABASE_URL'];
  const database: TestDatabase = named
    ? keptDatabase(named)
    : await createTestDatabase(options.engine);
  const env = {
    PATH: '/usr/bin:/bin',
    PORT: '0',
    ENV_FILE: NO_FILE,
    // Makes Node store relative paths in its cache of compiled code, so that copies of the program share this cache.
    ...(options.program && { NODE_COMPILE_CACHE_PORTABLE: '1' }),
    ...options.env,
    DATABASE_URL: database.url,
  };
  const program = options.double
    ? [process.execPath, SITE_WITH_DOUBLE, options.double]
    : [options.program ?? PROGRAM, 'serve'];
  const [command = '', ...parameters] = [...(options.under ?? []), ...program];
  const child = spawn(command, parameters, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options.as,
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

  async function stop(): Promise<number | null> {
    child.kill('SIGTERM');
    const code = await exited;
    await database.remove();
    return code;
  }

  return {
    url: `http://127.0.0.1:${await listening.promise}`,
    databaseUrl: database.url,
    process: child,
    log,
    exited,
    stop,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}
