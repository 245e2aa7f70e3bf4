import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIME_WITHOUT_SCRIPT, timeInWords } from './time-in-words.ts';

const said = (hour: number, minute: number, second = 0) =>
  timeInWords(new Date(2026, 10, 22, hour, minute, second));

test('each multiple of five minutes has its words', () => {
  const words = Array.from({ length: 13 }, (_, five) => said(20, 5 * five));
  const parts = 'five ten quarter twenty twenty-\u2060five'.split(' ');
  const past = [...parts, 'half'].map((part) => `${part} past eight`);
  const to = parts.toReversed().map((part) => `${part} to nine`);
  assert.deepEqual(words, ['eight o’clock', ...past, ...to, 'nine o’clock']);
});

test('each hour has a name, and the two hours of 12 are called midnight and noon', () => {
  const names = Array.from({ length: 24 }, (_, hour) => said(hour, 0));
  const morning = 'one two three four five six seven eight nine ten eleven'.split(' ');
  const clock = morning.map((name) => `${name} o’clock`);
  assert.deepEqual(names, ['midnight', ...clock, 'noon', ...clock]);
  assert.equal(said(11, 50), 'ten to noon');
  assert.equal(said(12, 30), 'half past noon');
  assert.equal(said(23, 40), 'twenty to midnight');
  assert.equal(said(0, 5), 'five past midnight');
});

test('the time is rounded to the nearest five minutes', () => {
  assert.equal(said(20, 37), 'twenty-\u2060five to nine');
  assert.equal(said(20, 38), 'twenty to nine');
  assert.equal(said(20, 42, 59), 'twenty to nine');
  assert.equal(said(23, 58), 'midnight');
  assert.equal(said(17, 58), TIME_WITHOUT_SCRIPT);
});
