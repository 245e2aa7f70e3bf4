import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLetterTemplates } from '../pages/build.ts';
import { createComposer } from './compose-letter.ts';
import { createLetterTokens } from './letter-tokens.ts';

test('the letter with a place says exactly how many people wait if they are few, and else about how many', async () => {
  const secret = new Uint8Array(32);
  const identity = { origin: 'https://impromptu.example', secret };
  const composer = createComposer(
    await readLetterTemplates(),
    createLetterTokens(secret),
    identity,
  );
  for (const [waiting, words] of [
    [1, '1'],
    [99, '99'],
    [2_346, 'about 2,300'],
  ] as const) {
    const seat = { code: 'k7mw2pqd', place: 1, waiting, friends: 0 };
    const { text } = composer.compose({ kind: 'place', email: 'ana@example.com', at: 0 }, seat);
    assert.ok(text.includes(`People on the waitlist: ${words}.`), text);
  }
});
