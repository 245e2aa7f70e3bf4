// Long because all of a PostgreSQL of our own stands here: made, started, stopped, killed, removed.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
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
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPrograms, isRoot } from './postgres-programs.ts';

/** PostgreSQL refuses to be run by root: then it runs as nobody. */
const NOBODY = 65_534;
const asWhom = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** What `openStorage` refuses unless its address names it, and tests can do without. */
const HASTY = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

export interface PostgresOptions {
  /** Whether what it acknowledges survives; only tests of that need it, and it is many times slower. */
  durable: boolean;
  /** Further settings, by name. */
  settings?: Readonly<Record<string, string>>;
}

/** A real PostgreSQL server of its own, for tests and proofs. */
export interface PostgresProcess {
  readonly port: number;
  /** Where the databases lie. A standby is a copy of it. */
  readonly folder: string;
  /** The process itself while it runs. */
  readonly process: ChildProcess | undefined;
  /** The address of one of its databases, as `DATABASE_URL` would say. */
  urlOf(database: string, port?: number): string;
  /** Makes a server that follows this one under the name `standby`. This one must not run meanwhile. */
  createStandby(options: PostgresOptions): Promise<PostgresProcess>;
  /** Resolves once it takes connections. */
  start(): Promise<void>;
  /** Breaks off what is under way, as an administrator's fast stop would. */
  stop(): Promise<void>;
  /** Ends all of its processes at once, as a power cut of the machine would. */
  kill(): Promise<void>;
  /** Kills it and removes everything in it. */
  remove(): Promise<void>;
}

/** @returns a server with an empty cluster that is not started yet */
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
    { cwd: '/', encoding: 'utf8', ...asWhom },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);
  return runCluster(root, folder, programs, options);
}

function createFolder(): { root: string; folder: string } {
  const root = mkdtempSync(join(tmpdir(), 'impromptu-postgres-'));
  const folder = join(root, 'data');
  mkdirSync(folder, { mode: 0o700 });
  if (isRoot) for (const path of [root, folder]) chownSync(path, NOBODY, NOBODY);
  return { root, folder };
}

/** @param folder of a cluster that exists already */
async function runCluster(
  root: string,
  folder: string,
  programs: string,
  { durable, settings = {} }: PostgresOptions,
): Promise<PostgresProcess> {
  const port = await freePort();
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(durable ? {} : Object.fromEntries(HASTY.map((name) => [name, 'off']))),
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
      const unsafe = durable ? '' : `?unsafe=${HASTY.join(',')}`;
      return `postgres://postgres@127.0.0.1:${at}/${database}${unsafe}`;
    },
    async createStandby({ durable: isDurable, settings: more }) {
      const copy = createFolder();
      spawnSync('cp', ['-a', `${folder}/.`, copy.folder], asWhom);
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
        ...asWhom,
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
      const family = childrenOf(child.pid);
      child.kill('SIGKILL');
      for (const pid of family) killIfThere(pid);
      await closed;
    },
    async remove() {
      await server.kill();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return server;
}

/** Says so, and what went wrong, on its standard error. */
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

/** Each connection has a process of its own, which would go on for a moment. Told by Linux alone. */
function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(list)) return [];
  return readFileSync(list, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Below those that systems give away by themselves: a port of theirs would be free now, and somebody's
 * when the server begins to listen, or begins again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
}
