import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordmarkOf } from './wordmark.ts';

test('the wordmark is the whole name of any product, and only its first "o" has the colour of the sun', () => {
  const names: [name: string, before: string, orb: string, after: string][] = [
    ['Impromptu', 'impr', 'o', 'mptu'],
    ['Rally', 'rally', '', ''],
    ['Gossip Pool', 'g', 'o', 'ssip pool'],
    ['Oslo', '', 'o', 'slo'],
    ['Spontaneously!', 'sp', 'o', 'ntaneously!'],
    ['Экспромт', 'экспр', 'о', 'мт'],
    ['Ψίθυρος', 'ψίθυρ', 'ο', 'ς'],
    ['集まり 🎉', '集まり 🎉', '', ''],
    ['Co\u0301mo', 'cóm', 'o', ''],
    ['O\u0332ro', 'o\u0332r', 'o', ''],
    ['', '', '', ''],
  ];
  for (const [name, before, orb, after] of names) {
    assert.deepEqual(wordmarkOf(name), { before, orb, after }, name);
    assert.equal(before + orb + after, name.normalize('NFC').toLowerCase());
  }
});
