import { Ajv, type ErrorObject } from 'ajv';
import type { Static, TObject, TSchema } from 'typebox';
import type { AcceptedReports } from '../../contract/schemas/call-schema.ts';
import { CallError, errors } from '../http/errors.ts';

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

/**
 * The answer to one report, or to a list of at most `most` reports. It does not show whether the subjects of valid
 * reports are known.
 *
 * @param body as received
 * @throws CallError for a single report that is refused
 */
export async function acceptReports(
  body: unknown,
  most: number,
  store: (reports: readonly unknown[]) => Promise<Intake>,
): Promise<AcceptedReports> {
  const reports: readonly unknown[] = Array.isArray(body) ? body : [body];
  if (reports.length < 1 || reports.length > most) throw errors.wrongNumberOfReports(most);
  const { stored, refused } = await store(reports);
  if (!Array.isArray(body) && refused[0]) throw refused[0].error;
  const sentences = refused.map(({ index, error }) => ({ index, error: error.message }));
  return { accepted: stored, refused: sentences };
}

function checkOne<Row>(row: unknown, check: (row: unknown) => Row): Row | CallError {
  try {
    return check(row);
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

// It stops at the first problem. Lengths are left to `checkId`, which has its own sentence for them.
const ajv = new Ajv({ strict: false, validateSchema: false })
  .removeKeyword('minLength')
  .removeKeyword('maxLength');

/**
 * @param schema of a row of texts, without other fields
 * @throws CallError with the fields that the row must have, and the first one that is missing, wrong or unknown
 */
export function checkFields<Row extends TObject>(
  row: unknown,
  schema: Row,
  what: 'user' | 'row' | 'report',
): Static<Row> {
  const problem = fieldProblem(row, schema);
  if (problem) throw errors.wrongFields(what, fieldsOf(schema), problem);
  return row as Static<Row>;
}

/** @returns the fields of a schema, as a part of a sentence */
function fieldsOf({ properties, required }: TObject): string {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const texts = (names: readonly string[]) =>
    `the text${names.length > 1 ? 's' : ''} ${and.format(names.map((name) => nameOf(name, properties[name])))}`;
  return optional.length > 0 ? `${texts(required)}, may have ${texts(optional)}` : texts(required);
}

const and = new Intl.ListFormat('en-GB');
const or = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** @returns the name of a field, with the values that it may have if these are listed */
function nameOf(name: string, schema: TSchema | undefined): string {
  const anyOf: readonly { const?: string }[] = Object(schema).anyOf ?? [];
  const values = anyOf.flatMap((choice) => (choice.const ? [`"${choice.const}"`] : []));
  return values.length > 0 ? `"${name}" (${or.format(values)})` : `"${name}"`;
}

/** @returns the end of a sentence; undefined if all fields match */
function fieldProblem(row: unknown, schema: TObject): string | undefined {
  if (typeof row !== 'object' || row === null) return 'it is not an object';
  const isValid = ajv.validate(schema, Array.isArray(row) ? {} : row);
  const [first, ...others] = isValid ? [] : (ajv.errors ?? []);
  return first && sentenceOf(first, others);
}

/** @param others of the same field, if it must have one of several texts */
function sentenceOf(error: ErrorObject, others: readonly ErrorObject[]): string {
  const { keyword, instancePath, params } = error;
  if (keyword === 'required') return `${params['missingProperty']} is missing`;
  if (keyword === 'additionalProperties')
    return `'${params['additionalProperty'].slice(0, 100)}' is not a known field`;
  const field = instancePath.slice(1);
  if (keyword !== 'const') return `${field} is not a string`;
  const allowed = [error, ...others].filter((choice) => choice.keyword === 'const');
  return `${field} is neither ${allowed.map((choice) => `"${choice.params['allowedValue']}"`).join(' nor ')}`;
}
