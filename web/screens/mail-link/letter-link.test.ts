import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLetterLink } from './letter-link.ts';

test('a fragment is a token, or "leave=" and a token', () => {
  assert.deepEqual(readLetterLink('#aB3_-x'), { kind: 'open', token: 'aB3_-x' });
  assert.deepEqual(readLetterLink('#leave=aB3_-x'), { kind: 'leave', token: 'aB3_-x' });
});

test('an empty fragment has no token', () => {
  for (const fragment of ['', '#', '#leave=']) {
    assert.deepEqual(readLetterLink(fragment), { kind: 'none' });
  }
});
