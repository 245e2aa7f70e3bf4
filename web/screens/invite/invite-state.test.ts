import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type InviteEvent,
  initialInviteState,
  nextInviteState,
  readAnswer,
} from './invite-state.ts';

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

const nothing = { type: 'refused', status: undefined };

test('a profile is read unchanged', async () => {
  const inviter = { firstName: 'Mia', username: 'mia', profileImageUrl: '/mia.svg' };
  assert.deepEqual(await readAnswer(answer(inviter)), { type: 'found', inviter });
});

test('a body without a username is no profile', async () => {
  for (const body of [[], [{ username: 'mia' }], 1, {}, { firstName: 'Mia' }, { username: {} }]) {
    assert.deepEqual(await readAnswer(answer(body)), nothing, JSON.stringify(body));
  }
});

test('a refusal keeps its status', async () => {
  for (const status of [404, 429, 503]) {
    const response = Response.json({ error: 'No.' }, { status });
    assert.deepEqual(await readAnswer(Promise.resolve(response)), { type: 'refused', status });
  }
});

test('an answer that is not from our server, or no answer, becomes a refusal without a status', async () => {
  const page = Promise.resolve(new Response('<p>Log in to Wi-Fi</p>'));
  assert.deepEqual(await readAnswer(page), nothing);
  assert.deepEqual(await readAnswer(answer(null)), nothing);
  assert.deepEqual(await readAnswer(answer('Mia')), nothing);
  assert.deepEqual(await readAnswer(Promise.reject(new TypeError('Failed to fetch'))), nothing);
  assert.deepEqual(await readAnswer(undefined), nothing);
});

function answer(body: unknown): Promise<Response> {
  return Promise.resolve(Response.json(body));
}
