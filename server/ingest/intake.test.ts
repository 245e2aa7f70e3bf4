import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { parseInstant } from './app-invites.ts';
import { checkFields } from './intake.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

test('a time is parsed with every offset and precision', () => {
  for (const [text, expected] of [
    ['2025-06-14T12:00:00Z', NOON],
    ['2025-06-14T06:30:00.000-05:30', NOON],
    ['2025-06-14T12:00:00.123456789Z', NOON + 123],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['0001-01-01T00:00:00Z', Date.parse('0001-01-01T00:00:00Z')],
  ] as const) {
    assert.equal(parseInstant(text), expected, text);
  }
});

test('a text is refused if it is not a time, or depends on a time zone', () => {
  for (const text of [
    '',
    '2025-06-14',
    '2025-06-14T12:00:00',
    '2025-06-14 12:00:00Z',
    '2025-06-14t12:00:00z',
    '2025-06-14T12:00:00+0200',
    '2025-06-14T12:00:00Z[Europe/Paris]',
    '2025-06-14T12:00:00.1234567890Z',
    '2025-02-29T12:00:00Z',
    '2025-06-14T24:00:00Z',
    '2025-06-14T12:00:00+99:00',
    '20250614T120000Z',
    '2025-06-14T12:00:00Z\n',
    '٢٠٢٥-06-14T12:00:00Z',
  ]) {
    assert.equal(parseInstant(text), undefined, text);
  }
});

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

test('names the fields of the schema, and the first one that does not match', () => {
  for (const [row, problem] of [
    [{ id: 'a', username: 'b' }, undefined],
    [{ id: 'a', username: 'b', firstName: null }, undefined],
    [{ id: 'a' }, 'username is missing'],
    [{ id: 1, username: 'b' }, 'id is not a string'],
    [{ id: 'a', username: 'b', firstName: 3 }, 'firstName is not a string'],
    [{ id: 'a', username: 'b', mood: 'Merry' }, 'mood is neither "calm" nor "merry"'],
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
  ] as const) {
    const check = () => checkFields(row, schema, 'user');
    if (problem === undefined) assert.equal(check(), row);
    else {
      assert.throws(check, {
        message: `A user must have the texts "id" and "username", may have the texts "mood" ("calm" or "merry"), "firstName" and "bio", and must have no other fields: ${problem}.`,
      });
    }
  }
});
