import { CallError } from '../http/errors.ts';

/** The result for a list: how many rows were stored or repeated, and which were refused. */
export interface Intake {
  stored: number;
  repeated: number;
  /** In the order of the list. */
  refused: { index: number; error: CallError }[];
}

export type Result = 'stored' | 'repeated' | CallError;

/**
 * Validates each row separately and stores all valid rows together, even if others are invalid.
 *
 * @param rows as received
 * @param check throws CallError for a row that is refused
 * @param store returns one result for each row, in the order of the rows
 */
export async function storeValid<Row extends object>(
  rows: readonly unknown[],
  check: (row: unknown) => Row,
  store: (good: readonly Row[]) => Promise<readonly Result[]>,
): Promise<Intake> {
  const checked = rows.map((row) => checkOne(row, check));
  const good = checked.filter((row): row is Row => !(row instanceof CallError));
  const results = await store(good);
  const inOrder = results.values();
  const intake: Intake = { stored: 0, repeated: 0, refused: [] };
  for (const [index, row] of checked.entries()) {
    const result = row instanceof CallError ? row : inOrder.next().value;
    if (result instanceof CallError) intake.refused.push({ index, error: result });
    else if (result) intake[result]++;
  }
  return intake;
}

function checkOne<Row>(row: unknown, check: (row: unknown) => Row): Row | CallError {
  try {
    return check(row);
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}
