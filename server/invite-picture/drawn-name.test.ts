import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnName } from './drawn-name.ts';

test('signs that no font has are left out where there are letters besides', () => {
  const drawn = {
    'Zoë 🌈': 'Zoë',
    '🎉Zoë🌈': 'Zoë',
    '🌈 Zoë 🎉 Smith': 'Zoë Smith',
    'Mia ❤️': 'Mia',
    '★ Mia ☆': 'Mia',
    '👩‍👩‍👧‍👦 小明': '小明',
    'Bo 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪': 'Bo',
    'Agent 1️⃣ 7': 'Agent 7',
    'Ana © 2': 'Ana © 2',
  };
  for (const [name, expected] of Object.entries(drawn)) assert.equal(drawnName(name), expected);
});

test('a name is not drawn where a letter would be missing, or nothing could be seen', () => {
  for (const name of [
    '🎉',
    '🎉!',
    'Ana ᏣᎳᎩ',
    '𓀀',
    '\u200d',
    '\u3164',
    ' ',
    '',
    '\ud83d',
    'A\ue000',
  ]) {
    assert.equal(drawnName(name), undefined, JSON.stringify(name));
  }
});

test('spaces and invisible characters are brought into order', () => {
  assert.equal(drawnName(' Ana\u3000\n Bo '), 'Ana Bo');
  assert.equal(drawnName('E\u0301va'), 'Éva');
  assert.equal(drawnName('Ana\u202e Bo\u2069'), 'Ana Bo');
  assert.equal(drawnName('علی\u200cرضا'), 'علی\u200cرضا');
});

test('a pile of marks is cut, and letters of many characters are not', () => {
  assert.equal(drawnName(`Z${'\u0316'.repeat(99)}`), `Z${'\u0316'.repeat(5)}`);
  assert.ok([...(drawnName(`ក${'\u17d2ក'.repeat(49)}`) ?? '')].length <= 12);
  for (const name of ['कार्त्स्न्यं', 'কৃষ্ণেন্দু', 'ကြွှေ့', 'שָּׁ', 'ပုဏ္ဏားကြီး']) {
    assert.equal(drawnName(name), name.normalize('NFC'));
  }
});
