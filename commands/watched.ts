import type { Moved } from '../storage/moving/copy.ts';
import type { Watch } from '../storage/moving/transfer.ts';
import { INTERRUPTED, interruption } from './interrupt.ts';
import { createProgress, type Progress } from './progress.ts';
import { CommandRefusal } from './refusal.ts';

/**
 * Does work that Ctrl-C may interrupt, and shows how far it is.
 *
 * @param interrupted what to say when it was
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

/** Told after what was done, because it is no less done for that. */
export function tellDifferences({ differences }: Moved): void {
  if (differences.length === 0) return;
  throw new CommandRefusal(
    [`${differences.length} counters were wrong before, and are so now:`, ...differences].join(
      '\n  ',
    ),
  );
}

export function inRows(rows: number): string {
  return `${rows.toLocaleString('en')} rows`;
}
