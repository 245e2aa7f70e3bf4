import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { createLetterTokens } from './letter-tokens.ts';

/** An address with the maximum number of characters, of which nearly all have four bytes. */
const LONGEST = `${'😀'.repeat(252)}@b`;
const tokens = createLetterTokens(new Uint8Array(32).fill(1));
const addresses = [
  'a@b',
  'ana@example.com',
  'josé@bücher.example',
  `${'x'.repeat(240)}@example.com`,
  LONGEST,
];

test('a token contains its address, and is always the same', () => {
  for (const email of addresses) {
    const token = tokens.make('confirm', email);
    assert.equal(tokens.read('confirm', token), email);
    assert.equal(tokens.make('confirm', email), token);
    assert.match(token, /^[\w-]{1,1500}$/);
    assert.ok(!Buffer.from(token, 'base64url').includes(email));
  }
});

test('a token allows only its purpose, on the site that made it', () => {
  const other = createLetterTokens(new Uint8Array(32).fill(2));
  for (const email of addresses) {
    const [confirm, leave] = [tokens.make('confirm', email), tokens.make('leave', email)];
    assert.notEqual(confirm, leave);
    assert.equal(tokens.read('leave', confirm), undefined);
    assert.equal(tokens.read('confirm', leave), undefined);
    assert.equal(other.read('confirm', confirm), undefined);
  }
});

test('a token that was changed, cut or extended is not read', () => {
  const bytes = Buffer.from(tokens.make('leave', 'ana@example.com'), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(tokens.read('leave', changed.toString('base64url')), undefined);
  }
  for (const wrong of [bytes.subarray(1), bytes.subarray(0, -1), Buffer.concat([bytes, bytes])]) {
    assert.equal(tokens.read('leave', wrong.toString('base64url')), undefined);
  }
  const token = bytes.toString('base64url');
  for (const text of [
    `${token}A`,
    `${token}=`,
    `${token} `,
    `.${token}`,
    '',
    'a',
    '%',
    '\0',
    '…'.repeat(100),
    'A'.repeat(38),
  ]) {
    assert.equal(tokens.read('leave', text), undefined);
  }
});

test('the owner of the longest stored address can confirm and leave', async () => {
  await using site = await createMailSite();
  const post = async (url: string, payload: object) => {
    const { statusCode, body } = await site.app.inject({ method: 'POST', url, payload });
    assert.equal(statusCode, 200, body);
  };
  await site.storage.waitlist.join(LONGEST, site.clock());
  const token = site.tokens.make('confirm', LONGEST);
  await post(calls.confirmSignUp.path, { token });
  await post(calls.getPosition.path, { token });
  assert.equal((await site.storage.members.position(LONGEST))?.state, 'confirmed');
  await post(pathTo(calls.leaveWaitlist, site.tokens.make('leave', LONGEST)), {});
  assert.equal((await site.storage.members.position(LONGEST))?.state, 'left');
});
