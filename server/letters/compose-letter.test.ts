import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { leavePath } from '../../contract/mail.ts';
import { pathTo } from '../../contract/screens.ts';
import { letterKinds } from '../../storage/letters/letter.ts';
import { createComposer } from './compose-letter.ts';
import { readLetterTemplates } from './letter-templates.ts';
import { createLetterTokens } from './letter-tokens.ts';

const origin = 'https://impromptu.example';
const secret = new Uint8Array(32);
const tokens = createLetterTokens(secret);
const postalAddress = ['1 Main St & Co', 'Springfield'];
const composer = createComposer(await readLetterTemplates(), tokens, {
  origin,
  secret,
  postalAddress,
});
const member = { code: 'k7mw2pqd', position: 1, waiting: 1, friends: 0 };

const mailing = {
  id: 7,
  mailing: 3,
  email: 'ana@example.com',
  at: 0,
  subject: 'News',
  words: 'Hi',
};

test('each letter has the headers of one-click unsubscribe (RFC 8058), and links of its recipient to leave', () => {
  const letters = letterKinds.map((kind) =>
    composer.compose({ kind, email: 'ana@example.com', at: 0 }, member),
  );
  for (const { headers, html, text } of [...letters, composer.composeMailing(mailing)]) {
    const leave = `${origin}${leavePath(tokens.make('leave', 'ana@example.com'))}`;
    assert.ok(html.includes(`href="${leave}"`));
    assert.ok(text.includes(`${leave}\n`));
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
  const promises = /\bget\b|app\b/i;
  assert.doesNotMatch(invited.subject + invited.text, promises, 'only its page knows the state');
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

test('a mailing has the words of the team as text in both parts, with paragraphs, links and the postal address', () => {
  const subject = 'In & <b>out</b> {{year}}';
  const words = `Hi <script>alert(1)</script> {{openUrl}}
& more: ${origin}/?a=1&b="2".

\t
Get it: https://apps.apple.com/app/id1`;
  const letter = composer.composeMailing({ ...mailing, subject, words });
  assert.equal(letter.subject, subject);
  assert.match(letter.text, /\{\{openUrl\}\}\n& more.*\n\nGet it:/);
  assert.match(letter.text, /1 Main St & Co\nSpringfield\n$/);
  assert.match(letter.html, /1 Main St &amp; Co<br>Springfield/);
  assert.match(letter.html, /<title>In &amp; &lt;b&gt;out&lt;\/b&gt; \{\{year\}\}<\/title>/);
  const paragraphs = letter.html.match(/<p[^>]*>(Hi|Get).*?<\/p>/g) ?? [];
  assert.equal(paragraphs.length, 2);
  assert.match(
    paragraphs[0] ?? '',
    /Hi &lt;script&gt;alert\(1\)&lt;\/script&gt; \{\{openUrl\}\}<br>&amp; more: <a href="https:\/\/impromptu\.example\/\?a=1&amp;b=" style="color:inherit">[^<]*<\/a>&quot;2&quot;/,
  );
  // Each paragraph has the direction of its script.
  for (const paragraph of paragraphs) assert.match(paragraph, /^<p [^>]*dir="auto"/);
  assert.match(letter.html, /<h1 [^>]*dir="auto"/);
  assert.match(paragraphs[1] ?? '', /<a href="https:\/\/apps\.apple\.com\/app\/id1" /);
  // The first attempt and a later one have the same.
  assert.equal(letter.messageId, composer.composeMailing(mailing).messageId);
  assert.notEqual(letter.messageId, composer.composeMailing({ ...mailing, id: 8 }).messageId);
  // After a restore, another mailing can have the same numbers.
  assert.notEqual(letter.messageId, composer.composeMailing({ ...mailing, at: 8 }).messageId);
  const { html } = composer.composeMailing({ ...mailing, words: '&'.repeat(10_000) });
  assert.ok(Buffer.byteLength(html) < 102 * 1024, 'Gmail would cut it off');
});
