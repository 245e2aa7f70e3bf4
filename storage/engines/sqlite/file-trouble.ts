import { StorageRefusal, StorageUnavailable } from '../../errors.ts';

/**
 * By SQLite's codes: busy, read-only, input or output failed, malformed, full, not to be opened. A read that
 * the disk refuses comes as malformed, too.
 */
const TROUBLES = new Set([5, 8, 10, 11, 13, 14]);

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

/** Does a read. What is wrong with the file or its disk becomes StorageUnavailable, as for a write. */
export function unlessTrouble<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageUnavailable(`The database could not be read: ${reason}.`, { cause: error });
  }
}

/** Whether something is wrong with the file or its disk. */
export function isTrouble(error: unknown): boolean {
  // The extended codes say more in their higher bits.
  return TROUBLES.has(codeOf(error) & 0xff);
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}
