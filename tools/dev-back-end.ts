import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readableStream } from '../server/log.ts';
import type { Environment } from '../server/settings/read-settings.ts';

/** The real server, which Node restarts when one of its sources changes. */
export interface BackEnd {
  readonly url: string;
  /** Waits for the end of a restart. @returns false if the server does not accept connections after 3 s */
  isReachable(): Promise<boolean>;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const PATIENCE_MS = 3_000;
const TRY_EVERY_MS = 50;

export async function startBackEnd(environment: Environment): Promise<BackEnd> {
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', 'commands/program.ts', 'serve'],
    {
      cwd: root,
      env: { ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  // If this program ends first, the server would continue to run and to lock the database.
  process.once('exit', () => child.kill());
  createInterface(child.stdout).on('line', tell);
  child.stderr.pipe(process.stderr);

  return {
    url: `http://127.0.0.1:${port}`,
    async isReachable() {
      for (let waited = 0; waited < PATIENCE_MS; waited += TRY_EVERY_MS) {
        if (await accepts(port)) return true;
        await delay(TRY_EVERY_MS);
      }
      return false;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

/** Prints the server's output without its address, because pages at that address are not rendered from the sources. */
function tell(line: string): void {
  if (line.includes('"The site is at ')) return;
  if (line.startsWith('{')) readableStream(process.stdout).write(line);
  else process.stdout.write(`${line}\n`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
