import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { fieldProblem } from './intake.ts';

const text = Type.String();
const schema = Type.Object(
  {
    id: text,
    username: text,
    mood: Type.Optional(Type.Union([Type.Literal('calm'), Type.Literal('merry')])),
    firstName: Type.Optional(Type.Union([text, Type.Null()])),
    bio: Type.Optional(Type.String({ maxLength: 3 })),
  },
  { additionalProperties: false },
);

test('names the first field that does not match the schema', () => {
  for (const [row, problem] of [
    [{ id: 'a', username: 'b' }, undefined],
    [{ id: 'a', username: 'b', firstName: null }, undefined],
    [{ id: 'a', username: '', firstName: 'c' }, undefined],
    [{ id: 'a' }, 'username is missing'],
    [{ id: 1, username: 'b' }, 'id is not a string'],
    [{ id: 'a', username: null }, 'username is not a string'],
    [{ id: 'a', username: 'b', firstName: 3 }, 'firstName is not a string'],
    [{ id: 'a', username: 'b', mood: 'merry' }, undefined],
    [{ id: 'a', username: 'b', mood: 'Merry' }, 'mood is neither "calm" nor "merry"'],
    [{ id: 'a', username: 'b', mood: null }, 'mood is not a string'],
    [{ id: 'a', username: 'b', name: 'c' }, "'name' is not a known field"],
    [
      JSON.parse('{"id":"a","username":"b","__proto__":{"bio":3}}'),
      "'__proto__' is not a known field",
    ],
    [
      { id: 'a', username: 'b', ['x'.repeat(101)]: 'c' },
      `'${'x'.repeat(100)}' is not a known field`,
    ],
    [{ id: 'a', username: 'b', bio: 'too long, which has its own sentence' }, undefined],
    [['a'], 'id is missing'],
    ['a', 'it is not an object'],
    [null, 'it is not an object'],
  ] as const) {
    assert.equal(fieldProblem(row, schema), problem, JSON.stringify(row));
  }
});
