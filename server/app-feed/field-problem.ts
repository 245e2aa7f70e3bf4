/** The texts of a row: those that it must have, and those that may be missing or null. */
interface Fields {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** @returns the end of a sentence, which names the first field that is missing, of the wrong type or unknown; undefined if all fit */
export function fieldProblem(row: unknown, { required, optional }: Fields): string | undefined {
  if (typeof row !== 'object' || row === null) return 'it is not an object';
  const fields = new Map(Object.entries(row));
  for (const name of required) {
    if (!fields.has(name)) return `${name} is missing`;
    if (typeof fields.get(name) !== 'string') return `${name} is not a text`;
  }
  for (const name of optional) {
    if (typeof (fields.get(name) ?? '') !== 'string') return `${name} is not a text`;
  }
  const unknown = [...fields.keys()].find((name) => ![...required, ...optional].includes(name));
  return unknown === undefined ? undefined : `'${unknown.slice(0, 100)}' is no field of it`;
}
