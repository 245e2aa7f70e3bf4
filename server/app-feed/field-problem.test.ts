import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { fieldProblem, fieldRules } from './field-problem.ts';

const text = Type.String();
const schema = Type.Object({
  id: text,
  username: text,
  mood: Type.Optional(Type.Union([Type.Literal('calm'), Type.Literal('merry')])),
  firstName: Type.Optional(Type.Union([text, Type.Null()])),
});

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
    [['a'], 'id is missing'],
    ['a', 'it is not an object'],
    [null, 'it is not an object'],
  ] as const) {
    assert.equal(fieldProblem(row, schema), problem, JSON.stringify(row));
  }
});

test('names the fields that a schema requires and allows', () => {
  assert.equal(
    fieldRules(schema),
    'must have the texts id and username, may have the texts mood ("calm" or "merry") and firstName, and must have no other fields',
  );
});
