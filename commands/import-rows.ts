import type { Intake } from '../server/ingest/intake.ts';
import { leavingRoom } from '../storage/steps.ts';
import type { FileRow } from './import-formats.ts';
import { createProgress } from './progress.ts';

/** Few, so that a step takes some 20 ms. */
const ROWS_PER_WRITE = 200;
/** The maximum number of printed refusals: a file of the wrong kind can have millions of refused rows. */
export const REFUSALS_SHOWN = 20;

/** The result of an import, so far. */
export interface Imported {
  stored: number;
  repeated: number;
  refused: number;
  /** The first refused rows. */
  refusals: { line: number; sentence: string }[];
  /** All rows up to this line are stored or refused. */
  lastLine: number;
}

export function nothingYet(): Imported {
  return { stored: 0, repeated: 0, refused: 0, refusals: [], lastLine: 0 };
}

/**
 * Stores rows until they end or are interrupted. Keeps at most the rows of one write in memory.
 *
 * @param imported is updated after each write, so it is right even if this function throws
 */
export async function importRows(
  rows: AsyncIterable<FileRow>,
  interrupt: AbortSignal,
  store: (rows: readonly unknown[]) => Promise<Intake>,
  imported: Imported,
): Promise<void> {
  const progress = createProgress(process.stderr);
  try {
    for await (const batch of leavingRoom(batchesOf(rows))) {
      await storeBatch(batch, store, imported);
      progress.show(imported.stored + imported.repeated + imported.refused);
      if (interrupt.aborted) break;
    }
  } catch (error) {
    // An interruption aborts the stream, which throws here. The next run
    // reads the whole file again, and counts the rows that are already stored as repeated.
    if (!interrupt.aborted) throw error;
  } finally {
    progress.clear();
  }
}

/** If the rows end with an error, the rows before the error are yielded as a batch first. */
async function* batchesOf(rows: AsyncIterable<FileRow>): AsyncGenerator<FileRow[]> {
  let batch: FileRow[] = [];
  let failure: { error: unknown } | undefined;
  try {
    for await (const row of rows) {
      batch.push(row);
      if (batch.length < ROWS_PER_WRITE) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    failure = { error };
  }
  if (batch.length > 0) yield batch;
  if (failure) throw failure.error;
}

async function storeBatch(
  batch: readonly FileRow[],
  store: (rows: readonly unknown[]) => Promise<Intake>,
  imported: Imported,
): Promise<void> {
  const readable = batch.filter(({ sentence }) => sentence === undefined);
  const { stored, repeated, refused } = await store(readable.map(({ value }) => value));
  const refusals = [
    ...batch.flatMap(({ line, sentence }) => (sentence === undefined ? [] : [{ line, sentence }])),
    ...refused.map(({ index, error }) => ({
      line: readable[index]?.line ?? 0,
      sentence: error.message,
    })),
  ].toSorted((one, other) => one.line - other.line);
  imported.stored += stored;
  imported.repeated += repeated;
  imported.refused += refusals.length;
  imported.refusals.push(...refusals.slice(0, REFUSALS_SHOWN - imported.refusals.length));
  imported.lastLine = batch.at(-1)?.line ?? imported.lastLine;
}
