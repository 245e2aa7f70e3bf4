import { Ajv, type ErrorObject } from 'ajv';
import type { TObject } from 'typebox';

// It stops at the first problem. Lengths are left to `checkId`, which has its own sentence for them.
const ajv = new Ajv({ strict: false, validateSchema: false })
  .removeKeyword('minLength')
  .removeKeyword('maxLength');

/**
 * @param schema of a row of texts, without other fields
 * @returns the end of a sentence that names a missing, wrong or unknown field; undefined if all fields match
 */
export function fieldProblem(row: unknown, schema: TObject): string | undefined {
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
