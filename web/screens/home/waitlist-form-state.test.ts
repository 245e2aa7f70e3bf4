import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  initialWaitlistFormState,
  nextWaitlistFormState,
  type WaitlistFormEvent,
} from './waitlist-form-state.ts';
import { troubleOfText } from './waitlist-trouble.ts';

const email = 'ada@example.org';
const submitted: WaitlistFormEvent = { type: 'submitted', email };
const accepted: WaitlistFormEvent = { type: 'accepted' };
const trouble = { sentence: 'Please try again.', isOfAddress: false };
const failed: WaitlistFormEvent = { type: 'failed', trouble };

function after(...events: WaitlistFormEvent[]) {
  return events.reduce(nextWaitlistFormState, initialWaitlistFormState);
}

test('an address goes from idle through submitting to joined', () => {
  assert.equal(after().step, 'idle');
  assert.deepEqual(after(submitted), { step: 'submitting' });
  assert.deepEqual(after(submitted, accepted), { step: 'joined' });
});

test('a failure returns to idle, with the reason, for another try', () => {
  assert.deepEqual(after(submitted, failed), { step: 'idle', trouble });
  assert.deepEqual(after(submitted, failed, submitted, accepted), { step: 'joined' });
});

test('a text that is empty or has no "@" is not submitted, with the reason', () => {
  for (const wrong of ['', 'ada', 'ada.example.org']) {
    const state = after({ type: 'submitted', email: wrong });
    assert.deepEqual(state, { step: 'idle', trouble: troubleOfText(wrong) });
    assert.ok(state.trouble);
  }
});

test('the form only requires an "@"; the server checks the rest', () => {
  assert.equal(after({ type: 'submitted', email: '@' }).step, 'submitting');
});

test('the reason stays until the text changes or is submitted again', () => {
  assert.deepEqual(after(submitted, failed, submitted), { step: 'submitting' });
  assert.deepEqual(after(submitted, failed, { type: 'edited' }), { step: 'idle' });
});

test('while submitting, a second submit changes nothing', () => {
  const second: WaitlistFormEvent = { type: 'submitted', email: 'ada' };
  assert.deepEqual(after(submitted, second), { step: 'submitting' });
});

test('joined is the final state', () => {
  const joined = after(submitted, accepted);
  for (const event of [submitted, accepted, failed, { type: 'edited' }] as const) {
    assert.equal(nextWaitlistFormState(joined, event), joined);
  }
});

test('an answer without a submit in progress changes nothing', () => {
  assert.deepEqual(after(accepted), initialWaitlistFormState);
  assert.deepEqual(after(failed), initialWaitlistFormState);
});
