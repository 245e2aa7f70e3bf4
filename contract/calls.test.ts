import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callSchemas } from './calls.ts';
import type { CallSchema } from './schemas/call-schema.ts';

/** @returns the paths of all objects in a schema that accept fields which it does not name */
function looseObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, additionalProperties } = schema as Record<string, unknown>;
  const inside = Object.entries(schema).flatMap(([key, part]) =>
    looseObjects(part, `${path}.${key}`),
  );
  return type === 'object' && additionalProperties !== false ? [path, ...inside] : inside;
}

test('calls refuse fields that they do not know; only reports in the words of a mail provider may have some', () => {
  const loose = Object.entries<CallSchema>(callSchemas).flatMap(([name, { body, querystring }]) =>
    looseObjects({ body, querystring }, name),
  );
  assert.deepEqual(loose, ['reportMailEvent.body']);
});
