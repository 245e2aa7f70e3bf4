import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalPhone } from './parse-values.ts';

test('a phone number has 7 to 15 digits, and its country code does not begin with 0', () => {
  assert.equal(canonicalPhone('+123-45-67'), '+1234567');
  assert.equal(canonicalPhone('+123-45--6'), undefined);
  assert.equal(canonicalPhone('+123456789012345'), '+123456789012345');
  assert.equal(canonicalPhone('+1234567890123456'), undefined);
  assert.equal(canonicalPhone('+0123456789'), undefined);
});
