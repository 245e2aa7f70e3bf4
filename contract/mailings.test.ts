import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDays, mostInADay, SLOW_LETTERS } from './mail.ts';
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
    ['Hi\r', 'Hi', /one line/],
    ['Hi\u2028there', 'Hi', /one line/],
    ['a\0', 'Hi', /one line/],
    ['a'.repeat(151), 'Hi', /has 151 characters, more than 150/],
    ['Hi', 'a'.repeat(100_000), /have 100000 characters, more than 10000/],
    ['Hi', 'a\0', /control characters/],
    ['Hi', 'a\u001b[2J', /control characters/],
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
  assert.equal(daysFor(500, { perHour: 100, perDay: 1_000 }, SLOW_LETTERS), 1);
  assert.equal(daysFor(501, { perHour: 100, perDay: 1_000 }, SLOW_LETTERS), 2);
  assert.equal(daysFor(25, { perHour: 1, perDay: 1_000 }, SLOW_LETTERS), 2);
});

test('the first 1,400 letters of mailings are sent on three days, and a sentence says so', () => {
  const budget = { perHour: 1_000, perDay: 10_000 };
  assert.deepEqual(
    [100, 101, 400, 401, 1_400, 1_401, 6_400, 6_401].map((n) => daysFor(n, budget, 0)),
    [1, 2, 2, 3, 3, 4, 4, 5],
  );
  assert.deepEqual([0, 99, 100, 399, 400, 1_399, 1_400].map(mostInADay), [
    100,
    100,
    300,
    300,
    1_000,
    1_000,
    undefined,
  ]);
  assert.equal(daysFor(300, budget, 50), 2);
  for (const [letters, earlier, sentence] of [
    [100, 0, 'It needs at least 1 day.'],
    [150, 99_999, 'It needs at least 1 day.'],
    [5_001, SLOW_LETTERS, 'It needs at least 2 days.'],
    [
      1_500,
      0,
      'It needs at least 4 days, because the first mailings begin slowly: 100, then 300, then 1,000 letters a day.',
    ],
  ] as const)
    assert.equal(describeDays(letters, budget, earlier), sentence);
  assert.equal(describeDays(200, { perHour: 9, perDay: 100 }, 0), 'It needs at least 4 days.');
  // The limits of domains count.
  const university = { domain: 'uni.example', people: 1_000 };
  const usual = { perHour: 100, perDay: 1_000 };
  assert.equal(
    describeDays(1_000, usual, SLOW_LETTERS, university),
    'It needs at least 5 days, because 1,000 of them are at uni.example, and a domain gets at most 200 letters a day.',
  );
  const half = { domain: 'uni.example', people: 25_000 };
  const large = { perHour: 100_000, perDay: 1_000_000 };
  assert.match(describeDays(50_000, large, SLOW_LETTERS, half), /^It needs at least 21 days, /);
});
