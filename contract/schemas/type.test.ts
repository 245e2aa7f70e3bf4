import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as typebox from 'typebox';
import { Type } from './type.ts';

/** Every schema type that we use, with and without options. */
function everySchema({ ...type }: typeof Type) {
  const word = type.String({ maxLength: 3, description: 'A word.' });
  const choice = type.Union([type.Literal('a'), type.Literal(1), type.Literal(true), type.Null()], {
    description: 'One of them.',
  });
  return [
    word,
    choice,
    type.String(),
    type.Boolean(),
    type.Integer({ minimum: 0 }),
    type.Number(),
    type.Array(word, { minItems: 1 }),
    type.Record(type.String(), type.Integer()),
    type.Unsafe<unknown>({ type: 'string' }),
    type.Object({}),
    type.Object({ word: type.Optional(word) }),
    type.Object({ word: type.Optional(word), choice, list: type.Array(type.Object({ word })) }),
    type.Object({ word }, { additionalProperties: false, description: 'An object.' }),
  ];
}

test('our schemas equal those that TypeBox makes', () => {
  const asJson = (schemas: unknown) => JSON.parse(JSON.stringify(schemas));
  assert.deepEqual(asJson(everySchema(Type)), asJson(everySchema(typebox.Type)));
});
