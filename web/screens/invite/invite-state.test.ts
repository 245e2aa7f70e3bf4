import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './invite-state.ts';

const otherAnswer = { step: 'error', mayRetry: true };

test('a profile is read unchanged', async () => {
  const inviter = { firstName: 'Mia', username: 'mia', profileImageUrl: '/mia.svg' };
  assert.deepEqual(await readAnswer(answer(inviter)), { step: 'loaded', inviter });
});

test('429 leads to the state `limited`, and any other refusal to `error`', async () => {
  const refused = (status: number) => readAnswer(answer({ error: 'No.' }, status));
  assert.deepEqual(await refused(429), { step: 'limited' });
  for (const status of [400, 404, 428, 430, 500, 503]) {
    const mayRetry = status !== 400 && status !== 404;
    assert.deepEqual(await refused(status), { step: 'error', mayRetry }, `status ${status}`);
  }
});

test('an answer that is not from our server, or no answer, is an error that may be tried again', async () => {
  const noProfiles = [[], [{ username: 'mia' }], 1, {}, { firstName: 'Mia' }, { username: {} }];
  for (const body of [...noProfiles, null, 'Mia']) {
    assert.deepEqual(await readAnswer(answer(body)), otherAnswer, JSON.stringify(body));
  }
  const page = Promise.resolve(new Response('<p>Log in to Wi-Fi</p>'));
  for (const none of [page, Promise.reject(new TypeError('Failed to fetch')), undefined]) {
    assert.deepEqual(await readAnswer(none), otherAnswer);
  }
});

function answer(body: unknown, status = 200): Promise<Response> {
  return Promise.resolve(Response.json(body, { status }));
}
