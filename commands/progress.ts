import type { WriteStream } from 'node:tty';
import type { Watch } from '../storage/steps.ts';
import { number } from './command.ts';

const DRAW_EVERY_MS = 100;

/** The exit code after Ctrl-C: 128 + SIGINT, as shells expect. */
export const INTERRUPTED = 130;

/** @returns a signal that Ctrl-C (SIGINT) or a supervisor (SIGTERM) aborts */
export function interruption(): AbortSignal {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `once`, so that a second Ctrl-C ends the program immediately, without waiting for the current rows.
    process.once(signal, () => interrupt.abort());
  }
  return interrupt.signal;
}

/**
 * Runs work, shows its progress, and lets Ctrl-C interrupt it.
 *
 * @param interrupted the message after an interruption
 * @returns undefined after an interruption
 */
export async function withProgress<Result>(
  work: (watch: Watch) => Promise<Result>,
  interrupted: string,
): Promise<Result | undefined> {
  const interrupt = interruption();
  let progress: Progress | undefined;
  try {
    return await work({
      stop: interrupt,
      tell(done, total) {
        progress ??= createProgress(process.stderr, total);
        progress.show(done);
      },
    });
  } catch (error) {
    if (!interrupt.aborted) throw error;
    process.exitCode = INTERRUPTED;
    process.stderr.write(`${interrupted}\n`);
    return undefined;
  } finally {
    progress?.clear();
  }
}

export function inRows(rows: number): string {
  return `${number(rows)} rows`;
}

export interface Progress {
  show(done: number): void;
  /** Removes the progress line from the screen. */
  clear(): void;
}

/**
 * Shows progress on a terminal only: in a file or a log every step would remain.
 *
 * @param total undefined if unknown
 */
export function createProgress(output: WriteStream, total?: number): Progress {
  if (!output.isTTY) return { show() {}, clear() {} };
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(done) {
      if (performance.now() - drawn < DRAW_EVERY_MS) return;
      drawn = performance.now();
      const percent = total ? `${Math.floor((100 * done) / total)} %  ` : '';
      output.write(`\r${percent}${inRows(done)}\x1b[K`);
    },
    clear() {
      output.write('\r\x1b[K');
    },
  };
}
