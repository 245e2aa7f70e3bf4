/** The schema of a row of texts. Fields that are not required may be missing or null. */
interface RowSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/**
 * @returns the end of a sentence that names the first missing, wrong or unknown field; undefined if all fields match
 */
export function fieldProblem(
  row: unknown,
  { properties, required }: RowSchema,
): string | undefined {
  if (typeof row !== 'object' || row === null) return 'it is not an object';
  const fields = new Map(Object.entries(row));
  for (const name of required) {
    if (!fields.has(name)) return `${name} is missing`;
    if (typeof fields.get(name) !== 'string') return `${name} is not a string`;
  }
  for (const name of Object.keys(properties)) {
    if (typeof (fields.get(name) ?? '') !== 'string') return `${name} is not a string`;
  }
  const unknown = [...fields.keys()].find((name) => !Object.hasOwn(properties, name));
  return unknown === undefined ? undefined : `'${unknown.slice(0, 100)}' is not a known field`;
}
