import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDays } from './mail.ts';
import {
  linksIn,
  MAX_SUBJECT_CHARACTERS,
  MAX_WORDS_CHARACTERS,
  troubleOfMailing,
} from './mailings.ts';

const ORIGIN = 'https://impromptu.example';
const daysFor = (...mailing: Parameters<typeof describeDays>) =>
  Number(/at least (\d+) day/.exec(describeDays(...mailing))?.[1]);
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
    ['Hi\u2028there', 'Hi', /one line/],
    ['a\0', 'Hi', /one line/],
    ['a'.repeat(151), 'Hi', /has 151 characters, more than 150/],
    ['Hi', 'a'.repeat(100_000), /have 100000 characters, more than 10000/],
    ['Hi', 'a\0', /control characters/],
    ['Hi', '\ud800', /not valid Unicode/],
    ['Hi \u202etxt', 'Hi', /direction of reading/],
    ['Hi', 'a\u2066b', /direction of reading/],
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
    'https://apps.apple.com.evil.example/',
    'https://apps.apple.com@evil.example/',
    'https://apps.apple.com:8443/',
    'https://evil.example\\@apps.apple.com/',
    'ftp://impromptu.example/',
    'www.evil.example',
    ...['https://apps.apple.com/"https://evil.example/', '<https://evil.example/>'],
    ...['evil.example:8080/x', 'evil.example?x', 'evil.example#x', '1.2.3.4/x'],
    ...['例え.jp/x', 'evil。example/x', 'xn--e1afmkfd.xn--p1ai/x'],
  ]) {
    assert.match(troubleOf('Hi', `Look: ${link}.`) ?? '', /^The link .* leads elsewhere\./, link);
    assert.match(troubleOf(link, 'Hi') ?? '', /leads elsewhere/, link);
  }
});

test('a long text without spaces is read in steps, one for each label', () => {
  for (const label of ['好。', 'a.', 'a｡', '_好。', '1.'])
    assert.deepEqual(linksIn(label.repeat(100_000)), [], label);
  for (const before of ['好。', '！。', '_好。', '...好。好。', '@好。', '。。'])
    assert.match(troubleOf('Hi', `${before}evil.example/x`) ?? '', /leads elsewhere/, before);
  assert.match(troubleOf('Hi', '好。1.2.3.4/x') ?? '', /leads elsewhere/);
});

test('there is a space between two links', () => {
  const [own, other] = [
    'https://testflight.apple.com/join/AbC',
    'https://play.google.com/x?id=a.b',
  ];
  for (const second of [
    other,
    'https://evil.example',
    'HTTP:\\\\evil.example',
    'ftp://evil.example',
  ]) {
    for (const words of [
      ...[...',|;/、，·&=_1—)'].flatMap((between) => [
        own + between + second,
        second + between + own,
      ]),
      ...[own + second, `[a](${own})[b](${second})`, `(${own})/(${second})`, `${own},b:${second}`],
    ]) {
      assert.match(troubleOf('Hi', `See ${words}.`) ?? '', /no space|leads elsewhere/, words);
      assert.match(troubleOf(words, 'Hi') ?? '', /no space|leads elsewhere/, words);
    }
  }
  for (const second of ['play.google.com/x', 'www.evil.example', 'bit.ly/abc']) {
    for (const between of ',|;/、(')
      assert.match(troubleOf('Hi', own + between + second) ?? '', /no space/, between + second);
  }
  assert.equal(
    troubleOf('Hi', `${own},${other}`),
    `There is no space between the links ${own},${other}.`,
  );
  for (const word of ['_', '1', 'é'])
    assert.match(troubleOf('Hi', `${word}https://evil.example`) ?? '', /leads elsewhere/);
  const www = 'https://www.impromptu.example';
  for (const link of [`${www}/a.b`, `${www}:8443/x?y=1.5#z`])
    assert.equal(troubleOfMailing({ subject: 'Hi', words: link }, new URL(link).origin), undefined);
});

test('a mailing has half of each budget', () => {
  assert.equal(daysFor(500, { perHour: 100, perDay: 1_000 }), 1);
  assert.equal(daysFor(501, { perHour: 100, perDay: 1_000 }), 2);
  assert.equal(daysFor(25, { perHour: 1, perDay: 1_000 }), 2);
});

test('the limits of domains count for the days that a mailing needs', () => {
  const university = { domain: 'uni.example', people: 1_000 };
  const usual = { perHour: 100, perDay: 1_000 };
  assert.equal(
    describeDays(1_000, usual, university),
    'It needs at least 5 days, because 1,000 of them are at uni.example, and a domain gets at most 200 letters a day.',
  );
  assert.equal(describeDays(5_000, usual, university), 'It needs at least 10 days.');
  const half = { domain: 'uni.example', people: 25_000 };
  const large = { perHour: 100_000, perDay: 1_000_000 };
  assert.match(describeDays(50_000, large, half), /^It needs at least 21 days, /);
});
