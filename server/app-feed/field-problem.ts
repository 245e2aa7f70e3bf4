/** The schema of a row of texts. */
interface RowSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

/** A field that allows any text, or one of several texts. It may also allow null. */
interface FieldSchema {
  readonly type?: string;
  readonly const?: string;
  readonly anyOf?: readonly FieldSchema[];
}

/**
 * @returns the end of a sentence that names the first missing, wrong or unknown field; undefined if all fields match
 */
export function fieldProblem(
  row: unknown,
  { properties, required }: RowSchema,
): string | undefined {
  if (typeof row !== 'object' || row === null) return 'it is not an object';
  const fields = new Map<string, unknown>(Object.entries(row));
  for (const [name, schema] of Object.entries(properties)) {
    const value = fields.get(name);
    if (value === undefined && !required.includes(name)) continue;
    if (!fields.has(name)) return `${name} is missing`;
    const problem = valueProblem(value, schema as FieldSchema);
    if (problem) return `${name} ${problem}`;
  }
  const unknown = [...fields.keys()].find((name) => !Object.hasOwn(properties, name));
  return unknown === undefined ? undefined : `'${unknown.slice(0, 100)}' is not a known field`;
}

function valueProblem(value: unknown, schema: FieldSchema): string | undefined {
  const choices = choicesOf(schema);
  if (value === null && choices.some(({ type }) => type === 'null')) return undefined;
  if (typeof value !== 'string') return 'is not a string';
  const isAllowed = choices.some(
    (choice) => choice.type === 'string' && (choice.const ?? value) === value,
  );
  return isAllowed ? undefined : `is neither ${literalsOf(schema).join(' nor ')}`;
}

/** @returns the middle of a sentence that names the required and allowed fields of a row */
export function fieldRules({ properties, required }: RowSchema): string {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const [wanted, allowed] = [required, optional].map((names) =>
    listTexts(names.map((name) => withLiterals(name, properties[name] as FieldSchema))),
  );
  return `must have ${wanted}, may have ${allowed}, and must have no other fields`;
}

function withLiterals(name: string, schema: FieldSchema): string {
  const literals = literalsOf(schema).join(' or ');
  return literals ? `${name} (${literals})` : name;
}

function listTexts(names: readonly string[]): string {
  return names.length === 1
    ? `the text "${names[0]}"`
    : `the texts ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** @returns the texts that a field allows, in quotes; none if it allows any text */
function literalsOf(schema: FieldSchema): string[] {
  return choicesOf(schema).flatMap((choice) =>
    choice.const === undefined ? [] : `"${choice.const}"`,
  );
}

function choicesOf(schema: FieldSchema): readonly FieldSchema[] {
  return schema.anyOf ?? [schema];
}
