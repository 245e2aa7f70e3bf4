import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallFailure } from '../../call-api.ts';
import { waitlistTroubles } from '../../design/waitlist-texts.ts';
import {
  initialWaitlistFormState,
  nextWaitlistFormState,
  troubleOfCall,
  troubleOfText,
  type WaitlistFormEvent,
} from './waitlist-form-state.ts';

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

test('an empty field and a text without "@" have different sentences, and both are about the address', () => {
  for (const empty of ['', ' ', '\t']) {
    assert.deepEqual(troubleOfText(empty), {
      sentence: waitlistTroubles.missing,
      isOfAddress: true,
    });
  }
  assert.deepEqual(troubleOfText('ada'), {
    sentence: waitlistTroubles.withoutAt,
    isOfAddress: true,
  });
  for (const text of ['ada@', 'ada＠example.com', 'ada﹫example.com'])
    assert.equal(troubleOfText(text), undefined);
});

test('after an error the sentence of the server is shown, and an address that it refuses has to be changed', () => {
  for (const status of [400, 403, 429, 500, 503]) {
    const error = new CallFailure(`${status}`, { status, answer: { error: 'In 5 s.' } });
    assert.deepEqual(troubleOfCall(error), { sentence: 'In 5 s.', isOfAddress: status === 400 });
  }
});

test('without an answer of the server, the sentence says whether there was another answer', () => {
  const { noAnswer, otherAnswer } = waitlistTroubles;
  for (const [error, sentence] of [
    [new CallFailure('400', { status: 400 }), otherAnswer],
    [new CallFailure('502', { status: 502 }), otherAnswer],
    [new CallFailure('200', { status: 200 }), otherAnswer],
    [new CallFailure('Cannot reach it', {}), noAnswer],
    [new Error('The code for the proof did not load.'), noAnswer],
  ] as const) {
    assert.deepEqual(troubleOfCall(error), { sentence, isOfAddress: false });
  }
});
