import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysFor } from './mail.ts';
import { MAX_SUBJECT_CHARACTERS, MAX_WORDS_CHARACTERS, troubleOfMailing } from './mailings.ts';

const ORIGIN = 'https://impromptu.example';
const troubleOf = (subject: string, words: string) => troubleOfMailing({ subject, words }, ORIGIN);

test('a mailing needs a subject of one line, and words, neither too long', () => {
  assert.equal(
    troubleOf('é'.repeat(MAX_SUBJECT_CHARACTERS), '🎈'.repeat(MAX_WORDS_CHARACTERS)),
    undefined,
  );
  for (const [subject, words, sentence] of [
    [' ', 'Hi', /^The subject is empty\.$/],
    ['Hi', ' \n\n\t', /no words/],
    ['Hi\nBcc: all@x.example', 'Hi', /one line/],
    ['Hi\r', 'Hi', /one line/],
    ['Hi\u2028there', 'Hi', /one line/],
    ['a\0', 'Hi', /one line/],
    ['a'.repeat(151), 'Hi', /has 151 characters, more than 150/],
    ['Hi', 'a'.repeat(100_000), /have 100000 characters, more than 10000/],
    ['Hi', 'a\0', /control characters/],
    ['Hi', 'a\u001b[2J', /control characters/],
    ['Hi', '\ud800', /not valid Unicode/],
  ] as const) {
    assert.match(troubleOf(subject, words) ?? '', sentence, JSON.stringify(subject));
  }
});

test('links lead to the site or the stores', () => {
  for (const words of [
    `Look: ${ORIGIN}/invite, (https://apps.apple.com/app/id1).`,
    'https://testflight.apple.com/join/x and https://play.google.com/store/apps/details?id=a.b',
    'Write to ana@example.com and/or call. 50/50, 1.5/2, Node.js, ... e.g./i.e.',
  ]) {
    assert.equal(troubleOf('Hi', words), undefined, words);
  }
  for (const link of [
    'https://evil.example',
    'http://impromptu.example/',
    'HTTPS://EVIL.EXAMPLE/x',
    'https://apps.apple.com.evil.example/',
    'https://apps.apple.com@evil.example/',
    'https://ana:b@apps.apple.com/',
    'https://apps.apple.com:8443/',
    'https:\\\\evil.example',
    'https://evil.example\\@apps.apple.com/',
    'ftp://impromptu.example/',
    'www.evil.example',
    'bit.ly/abc',
    'apps.apple.com/app',
  ]) {
    assert.match(troubleOf('Hi', `Look: ${link}.`) ?? '', /^The link .* leads elsewhere\./, link);
    assert.match(troubleOf(link, 'Hi') ?? '', /leads elsewhere/, link);
  }
});

test('a mailing has half of each budget', () => {
  assert.equal(daysFor(500, { perHour: 100, perDay: 1_000 }), 1);
  assert.equal(daysFor(501, { perHour: 100, perDay: 1_000 }), 2);
  assert.equal(daysFor(25, { perHour: 1, perDay: 1_000 }), 2);
});
