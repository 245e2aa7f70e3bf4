import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ServerProcess } from '../testing/server-process.ts';

/**
 * Changes what the system makes of calls to the files of a running program's SQLite database. Needs `strace` and
 * the right to trace.
 *
 * @param calls as the system names them, such as `fsync,pwrite64`
 * @param change as strace takes it, such as `error=EIO`
 * @returns what ends that; a call that is delayed goes on at once
 */
export async function changeSystemCalls(
  { process, databaseUrl }: ServerProcess,
  calls: string,
  change: string,
): Promise<() => Promise<void>> {
  const file = databaseUrl.replace(/^file:/, '');
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
    child.once('error', () => reject(new Error('It needs strace, which changes system calls.')));
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
