import { StorageRefusal } from '../../errors.ts';

/** By SQLite's codes: busy, read-only, input or output failed, full, not to be opened. */
const TROUBLES = new Set([5, 8, 10, 13, 14]);

/**
 * Does work on a file. What is wrong with the file or its disk, and no mistake of ours, becomes a sentence.
 *
 * @param failed how the sentence begins, naming the file
 * @throws StorageRefusal
 */
export async function namingTrouble<Result>(
  failed: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isTrouble(error) ? refusal(failed, error) : error;
  }
}

export function refusal(failed: string, cause: unknown): StorageRefusal {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StorageRefusal(`${failed}: ${reason}.`, { cause });
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === 5;
}

function isTrouble(error: unknown): boolean {
  // The extended codes say more in their higher bits.
  return TROUBLES.has(codeOf(error) & 0xff);
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}
