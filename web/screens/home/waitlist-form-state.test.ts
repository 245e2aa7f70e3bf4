import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  initialWaitlistFormState,
  nextWaitlistFormState,
  type WaitlistFormEvent,
} from './waitlist-form-state.ts';

const email = 'ada@example.org';
const submitted: WaitlistFormEvent = { type: 'submitted', email };
const accepted: WaitlistFormEvent = { type: 'accepted' };
const failed: WaitlistFormEvent = { type: 'failed' };
const edited: WaitlistFormEvent = { type: 'edited' };

function after(...events: WaitlistFormEvent[]) {
  return events.reduce(nextWaitlistFormState, initialWaitlistFormState);
}

test('an address goes from idle through submitting to joined', () => {
  assert.equal(after().step, 'idle');
  assert.deepEqual(after(submitted), { step: 'submitting', email });
  assert.deepEqual(after(submitted, accepted), { step: 'joined', email });
});

test('a failure returns to idle and keeps the address, for another try', () => {
  assert.deepEqual(after(submitted, failed), { step: 'idle', email });
  assert.deepEqual(after(submitted, failed, submitted, accepted), { step: 'joined', email });
});

test('an address that is empty or has no "@" is invalid, is kept, and is not submitted', () => {
  for (const wrong of ['', 'ada', 'ada.example.org']) {
    assert.deepEqual(after({ type: 'submitted', email: wrong }), { step: 'invalid', email: wrong });
  }
});

test('the form only requires an "@"; the server checks the rest', () => {
  assert.equal(after({ type: 'submitted', email: '@' }).step, 'submitting');
});

test('an invalid address is marked until it is edited or replaced', () => {
  const invalid: WaitlistFormEvent = { type: 'submitted', email: 'ada' };
  assert.equal(after(invalid, edited).step, 'idle');
  assert.equal(after(invalid, invalid).step, 'invalid');
  assert.equal(after(invalid, submitted).step, 'submitting');
});

test('while submitting, neither a second submit nor an edit changes anything', () => {
  assert.deepEqual(after(submitted, { type: 'submitted', email: 'eve@example.org' }, edited), {
    step: 'submitting',
    email,
  });
});

test('joined is the final state', () => {
  const joined = after(submitted, accepted);
  for (const event of [submitted, edited, accepted, failed]) {
    assert.equal(nextWaitlistFormState(joined, event), joined);
  }
});

test('an answer without a submit in progress changes nothing', () => {
  assert.deepEqual(after(accepted), initialWaitlistFormState);
  assert.deepEqual(after(failed), initialWaitlistFormState);
});
