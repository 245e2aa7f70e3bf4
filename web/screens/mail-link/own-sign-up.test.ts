import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../../contract/durations.ts';
import { SIGNED_UP_DAYS } from '../../../contract/mail.ts';
import { isRecentSignUp } from './own-sign-up.ts';

const now = Date.UTC(2026, 10, 22);

test('a sign-up in this browser counts for seven days', () => {
  assert.equal(SIGNED_UP_DAYS, 7);
  assert.equal(isRecentSignUp(String(now), now), true);
  assert.equal(isRecentSignUp(String(now - 7 * DAY_MS + 1), now), true);
  assert.equal(isRecentSignUp(String(now - 7 * DAY_MS), now), false);
});

test('a missing, broken or future time does not count', () => {
  for (const stored of [null, '', 'lit', 'NaN', String(now + 1)]) {
    assert.equal(isRecentSignUp(stored, now), false, String(stored));
  }
});
