import { type CallName, callSchemas, calls } from '../../contract/calls.ts';
import type { CallSchema } from '../../contract/schemas/call-schema.ts';

type Query = Readonly<Record<string, string>>;

export interface SampleRequest {
  method: string;
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A text field without a given value gets the first of these texts that its schema allows. */
const TEXTS = ['someone', '10'];

/** The parts of a schema from which a value can be made. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly pattern?: string;
}

/**
 * Makes requests that the schema of a call allows, one for each alternative of its body.
 *
 * @param values by the name of the field, in place of the first of the `examples` in its schema
 */
export function sampleRequests(
  name: CallName,
  values: Readonly<Record<string, unknown>>,
): SampleRequest[] {
  const { method, path } = calls[name];
  const { querystring, body }: CallSchema = callSchemas[name];
  const request: SampleRequest = {
    method,
    path,
    ...(querystring && { query: sampleOf(querystring, name, values) as Query }),
  };
  if (!body) return [request];
  const { anyOf = [body] }: Schema = body;
  return anyOf.map((one) => ({ ...request, body: sampleOf(one, name, values) }));
}

function sampleOf(
  schema: Schema,
  name: string,
  values: Readonly<Record<string, unknown>>,
): unknown {
  // In some calls `phone` is one of two words, and in others a number.
  const choices = schema.anyOf?.every((one) => 'const' in one) ? schema.anyOf : [];
  const chosen = choices.find((one) => one.const === values[name]) ?? choices[0];
  if (chosen) return chosen.const;
  if (name in values) return values[name];
  if (schema.examples) return schema.examples[0];
  if (schema.anyOf?.[0]) return sampleOf(schema.anyOf[0], name, values);
  if ('const' in schema) return schema.const;
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [
          key,
          sampleOf(part, key, values),
        ]),
      );
    case 'array':
      return schema.items ? [sampleOf(schema.items, name, values)] : [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
  }
  const text = TEXTS.find((one) => new RegExp(schema.pattern ?? '', 'u').test(one));
  if (!text) throw new Error(`The field "${name}" needs "examples" in contract/schemas/.`);
  return text;
}
