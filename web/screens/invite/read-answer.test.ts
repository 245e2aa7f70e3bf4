import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from './read-answer.ts';

const nothing = { type: 'refused', status: undefined };

test('a profile is read unchanged', async () => {
  const inviter = { firstName: 'Mia', username: 'mia', profileImageUrl: '/mia.svg' };
  assert.deepEqual(await readAnswer(answer(inviter)), { type: 'found', inviter });
});

test('a value that is not a string counts as missing', async () => {
  const inviter = { firstName: null, username: '', profileImageUrl: null };
  for (const body of [{}, { firstName: 1, username: null, profileImageUrl: [] }]) {
    assert.deepEqual(await readAnswer(answer(body)), { type: 'found', inviter });
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
