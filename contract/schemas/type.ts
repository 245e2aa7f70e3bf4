import type * as TypeBox from 'typebox';

export type { Static, TSchema } from 'typebox';

type Schema = Record<string, unknown>;

const optional = Symbol('optional');

function object(properties: Record<string, Record<string | symbol, unknown>>, options?: Schema) {
  const required = Object.keys(properties).filter((key) => !properties[key]?.[optional]);
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

/**
 * Our own copy of the few TypeBox functions that we need, with TypeBox's types. Loading TypeBox itself took a fifth of
 * the start time (decision 033).
 */
export const Type = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Optional: (schema: Schema) => ({ ...schema, [optional]: true }),
  Record: (_anyString: Schema, values: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': values },
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unsafe: (schema: Schema) => schema,
} as unknown as Pick<
  typeof TypeBox.Type,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unsafe'
>;
