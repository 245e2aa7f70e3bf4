import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { letterKinds } from '../../storage/mail/letter.ts';
import { readLetterTemplates } from '../pages/build.ts';
import { createComposer } from './compose-letter.ts';
import { createLetterTokens } from './letter-tokens.ts';

const origin = 'https://impromptu.example';
const secret = new Uint8Array(32);
const tokens = createLetterTokens(secret);
const composer = createComposer(await readLetterTemplates(), tokens, { origin, secret });
const member = { code: 'k7mw2pqd', position: 1, waiting: 1, friends: 0 };

test('each letter has the headers of one-click unsubscribe (RFC 8058), with a link of its recipient', () => {
  for (const kind of letterKinds) {
    const { headers } = composer.compose({ kind, email: 'ana@example.com', at: 0 }, member);
    assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click');
    const [, link = ''] = /^<(.*)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? [];
    const token = link.replace(origin + pathTo(calls.leaveWaitlist, ''), '');
    assert.equal(tokens.read('leave', token), 'ana@example.com');
  }
});

test('the letter to a member who is in says so, with the same headers and without a position', () => {
  const letter = { kind: 'place', email: 'ana@example.com', at: 0 } as const;
  const [invited, place] = [composer.compose(letter, 'invited'), composer.compose(letter, member)];
  assert.match(invited.subject, /^You’re in/);
  assert.match(invited.text, /You’re in\./);
  assert.doesNotMatch(invited.text, /number|waitlist so far|\?via=/);
  assert.deepEqual(Object.keys(invited.headers), Object.keys(place.headers));
});

test('the letter with a position says exactly how many people wait if they are few, and else about how many', () => {
  for (const [waiting, words] of [
    [1, '1'],
    [99, '99'],
    [2_346, 'about 2,300'],
  ] as const) {
    const letter = { kind: 'place', email: 'ana@example.com', at: 0 } as const;
    const { text } = composer.compose(letter, { ...member, waiting });
    assert.ok(text.includes(`On the waitlist so far: ${words}.`), text);
  }
});
