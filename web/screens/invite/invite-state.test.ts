import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type InviteEvent, initialInviteState, nextInviteState } from './invite-state.ts';

const inviter = { firstName: 'Mia', username: 'mia', profileImageUrl: null };
const found: InviteEvent = { type: 'found', inviter };
const refused = (status?: number): InviteEvent => ({ type: 'refused', status });

function after(...events: InviteEvent[]) {
  return events.reduce(nextInviteState, initialInviteState);
}

test('the state is loading until there is an answer', () => {
  assert.deepEqual(after(), { step: 'loading' });
});

test('a found profile is shown', () => {
  assert.deepEqual(after(found), { step: 'loaded', inviter });
});

test('429 leads to the state `limited`, and any other failure to `error`', () => {
  assert.deepEqual(after(refused(429)), { step: 'limited' });
  for (const status of [400, 404, 428, 430, 500, 503, undefined]) {
    const mayRetry = status !== 400 && status !== 404;
    assert.deepEqual(after(refused(status)), { step: 'error', mayRetry }, `status ${status}`);
  }
});

test('only the first answer counts', () => {
  for (const first of [found, refused(404), refused(429)]) {
    for (const second of [found, refused(404), refused(429)]) {
      assert.deepEqual(after(first, second), after(first));
    }
  }
});
