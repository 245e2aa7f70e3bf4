// This file is long because it has all that tests do with a PostgreSQL server: make, start, stop, kill and remove it.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from '../free-port.ts';
import { findPrograms, isRoot } from './postgres-programs.ts';

/** The id of the user `nobody`: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 65_534;
const asUser = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};

/**
 * Settings that are off in most tests. `openStorage` refuses such a server unless the address names these settings in
 * `?unsafe=`.
 */
const DURABILITY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

export interface PostgresOptions {
  /**
   * Whether acknowledged writes survive a crash. Durable writes are much slower, so only tests of durability set this.
   */
  durable: boolean;
  /** Further settings, by name. */
  settings?: Readonly<Record<string, string>>;
}

/** A real PostgreSQL server for one test or proof. */
export interface PostgresProcess {
  readonly port: number;
  /** Its data directory. A standby starts with a copy of it. */
  readonly folder: string;
  /** Its process while it runs. */
  readonly process: ChildProcess | undefined;
  /** The address of one of its databases, in the form of `DATABASE_URL`. */
  urlOf(database: string, port?: number): string;
  /** Makes a standby of this server, named `standby`. The server must not be running. */
  createStandby(options: PostgresOptions): Promise<PostgresProcess>;
  /** Starts the server. Resolves when it accepts connections. */
  start(): Promise<void>;
  /** Stops the server, and aborts its current transactions (PostgreSQL's fast shutdown). */
  stop(): Promise<void>;
  /** Kills all processes of the server. */
  kill(): Promise<void>;
  /** Kills the server and removes its data. */
  remove(): Promise<void>;
}

/** @returns a server with an empty cluster, not started */
export async function createPostgres(options: PostgresOptions): Promise<PostgresProcess> {
  const { root, folder } = createFolder();
  const programs = findPrograms(root);
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--no-sync',
      '--locale=C.UTF-8',
      '-E',
      'UTF8',
      '--data-checksums',
    ],
    { cwd: '/', encoding: 'utf8', ...asUser },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);
  return runCluster(root, folder, programs, options);
}

function createFolder(): { root: string; folder: string } {
  const root = mkdtempSync(join(tmpdir(), 'impromptu-postgres-'));
  const folder = join(root, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (isRoot) for (const path of [root, folder]) chownSync(path, UNPRIVILEGED, UNPRIVILEGED);
  return { root, folder };
}

/** @param folder of a cluster that exists already */
async function runCluster(
  root: string,
  folder: string,
  programs: string,
  { durable, settings = {} }: PostgresOptions,
): Promise<PostgresProcess> {
  const port = await findFreePort();
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // Keeps shared memory in files of the data directory. Otherwise a killed server would leave a segment of the
    // machine's shared memory behind.
    dynamic_shared_memory_type: 'mmap',
    ...(durable ? {} : Object.fromEntries(DURABILITY.map((name) => [name, 'off']))),
    ...settings,
  };
  const parameters = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let child: ChildProcess | undefined;

  const server: PostgresProcess = {
    port,
    folder,
    get process() {
      return child;
    },
    urlOf(database, at = port) {
      const unsafe = durable ? '' : `?unsafe=${DURABILITY.join(',')}`;
      return `postgres://postgres@127.0.0.1:${at}/${database}${unsafe}`;
    },
    async createStandby({ durable: isDurable, settings: more }) {
      const copy = createFolder();
      execFileSync('cp', ['-a', `${folder}/.`, copy.folder], asUser);
      writeFileSync(join(copy.folder, 'standby.signal'), '');
      return await runCluster(copy.root, copy.folder, programs, {
        durable: isDurable,
        settings: {
          primary_conninfo: `host=127.0.0.1 port=${port} user=postgres application_name=standby`,
          ...more,
        },
      });
    },
    async start() {
      child = spawn(join(programs, 'postgres'), ['-D', folder, ...parameters], {
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        ...asUser,
      });
      await ready(child);
    },
    async stop() {
      if (!isRunning(child)) return;
      child.kill('SIGINT');
      await once(child, 'close');
    },
    async kill() {
      if (!isRunning(child)) return;
      const closed = once(child, 'close');
      const children = childrenOf(child.pid);
      child.kill('SIGKILL');
      for (const pid of children) killIfThere(pid);
      await closed;
    },
    async remove() {
      await server.kill();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return server;
}

/** Resolves when PostgreSQL logs that it is ready. @throws with the log if PostgreSQL ends before that */
async function ready(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.once('error', reject);
  child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`)));
  if (!child.stderr) throw new Error('PostgreSQL has no standard error.');
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (said.length < 100) said.push(line);
    if (/ready to accept (read-only )?connections/.test(line)) resolve();
  });
  await promise;
}

function isRunning(child: ChildProcess | undefined): child is ChildProcess & { pid: number } {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/**
 * @returns the ids of the server's child processes, which would run for another moment after the server is killed; none
 *   on systems other than Linux
 */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(list)) return [];
  return readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
