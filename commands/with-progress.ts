import type { Moved, Watch } from '../storage/backup/copy.ts';
import { INTERRUPTED, interruption } from './interrupt.ts';
import { createProgress, type Progress } from './progress.ts';
import { CommandRefusal } from './refusal.ts';

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
        progress ??= createProgress(process.stderr, total, inRows);
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

/**
 * Reports counters that were wrong in the source, because they are copied unchanged. Call this last, when the copy,
 * backup or restore is complete.
 *
 * @throws CommandRefusal if there are differences
 */
export function refuseDifferences({ differences }: Moved): void {
  if (differences.length === 0) return;
  throw new CommandRefusal(
    [`${differences.length} counters were wrong before, and still are:`, ...differences].join(
      '\n  ',
    ),
  );
}

export function inRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`;
}
