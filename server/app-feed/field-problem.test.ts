import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../contract/schemas/type.ts';
import { fieldProblem } from './field-problem.ts';

const text = Type.String();
const schema = Type.Object({ id: text, username: text, firstName: Type.Optional(text) });

test('names the first field that does not match the schema', () => {
  for (const [row, problem] of [
    [{ id: 'a', username: 'b' }, undefined],
    [{ id: 'a', username: 'b', firstName: null }, undefined],
    [{ id: 'a', username: '', firstName: 'c' }, undefined],
    [{ id: 'a' }, 'username is missing'],
    [{ id: 1, username: 'b' }, 'id is not a string'],
    [{ id: 'a', username: null }, 'username is not a string'],
    [{ id: 'a', username: 'b', firstName: 3 }, 'firstName is not a string'],
    [{ id: 'a', username: 'b', name: 'c' }, "'name' is not a known field"],
    [['a'], 'id is missing'],
    ['a', 'it is not an object'],
    [null, 'it is not an object'],
  ] as const) {
    assert.equal(fieldProblem(row, schema), problem, JSON.stringify(row));
  }
});
