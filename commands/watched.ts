import type { Moved } from '../storage/moving/copy.ts';
import type { Watch } from '../storage/moving/transfer.ts';
import { INTERRUPTED, interruption } from './interrupt.ts';
import { createProgress, type Progress } from './progress.ts';
import { CommandRefusal } from './refusal.ts';

/**
 * Runs work that Ctrl-C may interrupt, and shows its progress.
 *
 * @param interrupted the message after an interruption
 * @returns undefined when it was interrupted
 */
export async function watched<Result>(
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

/** Called last: the copy or backup is complete even if counters were wrong before. */
export function tellDifferences({ differences }: Moved): void {
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
