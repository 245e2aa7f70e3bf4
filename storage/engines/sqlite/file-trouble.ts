import { StorageRefusal, StorageUnavailable } from '../../errors.ts';

/**
 * SQLite's result codes BUSY, READONLY, IOERR, CORRUPT, FULL and CANTOPEN (sqlite.org/rescode.html). A read that the
 * disk refuses may also be reported as CORRUPT.
 */
const TROUBLES = new Set([5, 8, 10, 11, 13, 14]);

/**
 * Runs work on a file, and turns an error of the file or its disk into a sentence for the operator.
 *
 * @param failed the beginning of the sentence, with the file's name
 * @throws StorageRefusal for an error of the file or its disk; any other error unchanged
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

/** Runs a read, and turns an error of the file or its disk into StorageUnavailable. */
export function unlessTrouble<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageUnavailable(`The database could not be read: ${reason}.`, { cause: error });
  }
}

/** Whether an error is one of the file or its disk. */
export function isTrouble(error: unknown): boolean {
  // Extended result codes have the primary code in their low byte.
  return TROUBLES.has(codeOf(error) & 0xff);
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}
