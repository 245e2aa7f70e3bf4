import type { Intake } from '../server/app-feed/intake.ts';
import type { Row } from './import-row.ts';
import type { RowSource } from './import-source.ts';
import { createProgress } from './progress.ts';

/** One transaction: enough to be quick, and few enough that a running site never waits long. */
const ROWS_PER_WRITE = 1_000;
/** A file of the wrong kind would otherwise fill the screen. */
const REFUSALS_TOLD = 20;

/** What became of a file. */
export interface Imported {
  stored: number;
  repeated: number;
  refused: number;
  /** The first of those that were refused. */
  refusals: { line: number; sentence: string }[];
  /** Everything up to this line is dealt with. */
  lastLine: number;
}

export function nothingYet(): Imported {
  return { stored: 0, repeated: 0, refused: 0, refusals: [], lastLine: 0 };
}

/**
 * Stores rows until they end or are interrupted; in memory it keeps no more of them than one write.
 *
 * @param imported is kept up to date, and so says how far it was when this throws
 */
export async function importRows(
  { rows, size, interrupt }: RowSource,
  store: (rows: readonly unknown[]) => Promise<Intake>,
  imported: Imported,
): Promise<void> {
  const progress = createProgress(process.stderr, size);
  try {
    for await (const batch of batchesOf(rows)) {
      await storeBatch(batch, store, imported);
      progress.show(batch.at(-1)?.bytesRead ?? 0);
      if (interrupt.aborted) break;
    }
  } catch (error) {
    // A wait for more input ends so; what was read and not stored is read again the next time.
    if (!interrupt.aborted) throw error;
  } finally {
    progress.clear();
  }
}

async function* batchesOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_WRITE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function storeBatch(
  batch: readonly Row[],
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
  imported.refusals.push(...refusals.slice(0, REFUSALS_TOLD - imported.refusals.length));
  imported.lastLine = batch.at(-1)?.line ?? imported.lastLine;
}
