import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sqliteFileOf } from '../../testing/databases/sqlite-test-engine.ts';
import type { ServerProcess } from '../../testing/server-process.ts';

/**
 * Makes system calls of a running program fail or wait, if they use a file of the program's SQLite database. Needs
 * `strace`, and the right to trace.
 *
 * @param calls names of system calls, such as `fsync,pwrite64`
 * @param change for strace's `inject`, such as `error=EIO`
 * @returns a function that ends the change; delayed calls then continue immediately
 */
export async function changeSystemCalls(
  { process, databaseUrl }: ServerProcess,
  calls: string,
  change: string,
): Promise<() => Promise<void>> {
  const file = sqliteFileOf(databaseUrl) ?? '';
  const files = ['-P', file, '-P', `${file}-wal`];
  const injection = ['-e', `trace=${calls}`, '-e', `inject=${calls}:${change}`];
  const child = spawn(
    'strace',
    ['-f', '-p', String(process.pid), ...files, ...injection, '-o', '/dev/null'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const closed = once(child, 'close');
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(new Error('This proof needs strace, which changes system calls.')),
    );
    child.once('close', () => reject(new Error(`strace has ended: ${said.join(' ')}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (/ attached/.test(line)) resolve();
    });
  });
  return async () => {
    child.kill('SIGINT');
    await closed;
  };
}
