import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** Tests start many threads, and the small heap with which V8 begins is collected many times while one loads its code. */
const LESS_COLLECTION = ['--min-semi-space-size=16', '--single-threaded-gc'];
/** Ends after the last test, because a test that fails may leave a server open, and its output comes at the end. */
const RUNNER = ['--test', '--test-isolation=none', '--test-reporter=dot', '--test-force-exit'];
const NOTE = `--import=${join(import.meta.dirname, 'note-running-test.ts')}`;

/**
 * Runs test files one after the other in one process, because loading the code takes most of the time. Afterwards no
 * process is left that they have started.
 *
 * @param limit ends the tests early
 * @returns their output if they failed, with the test that ran at the limit
 */
export async function runTestGroup(
  paths: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  limit: AbortSignal,
): Promise<string | undefined> {
  const RUNNING_TEST = join(tmpdir(), `impromptu-running-${randomUUID()}`);
  const child = spawn(process.execPath, [...LESS_COLLECTION, NOTE, ...RUNNER, ...paths], {
    env: { ...env, RUNNING_TEST },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a process group of its own, which can be ended as a whole.
    detached: true,
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const end = () => endGroup(child);
  limit.addEventListener('abort', end, { once: true });
  const [status] = await once(child, 'exit');
  limit.removeEventListener('abort', end);
  end();
  const running = existsSync(RUNNING_TEST) ? readFileSync(RUNNING_TEST, 'utf8') : 'none';
  rmSync(RUNNING_TEST, { force: true });
  if (status === 0) return undefined;
  const ended = limit.aborted
    ? [`Ended by ${limit.reason}. The last test that began: ${running}`]
    : [];
  return [...(await output), ...ended].join('\n');
}

/** Kills a process and those that it has started. A signal that can be caught would not end a test in an endless loop. */
function endGroup({ pid = 0 }: ChildProcess): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
