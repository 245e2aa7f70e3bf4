import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnInitial, drawnName } from './drawn-name.ts';

test('symbols that no font has are left out if the name also has letters', () => {
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

test('a name is not drawn if a letter would be missing, or nothing would be visible', () => {
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

test('spaces are collapsed, and marks that change the direction are removed', () => {
  assert.equal(drawnName(' Ana\u3000\n Bo '), 'Ana Bo');
  assert.equal(drawnName('E\u0301va'), 'Éva');
  assert.equal(drawnName('Ana\u202e Bo\u2069'), 'Ana Bo');
  assert.equal(drawnName('علی\u200cرضا'), 'علی\u200cرضا');
});

test('the initial is never an invisible character', () => {
  for (const invisible of ['\u200f', '\u200e', '\u061c', '\u200b', '\u2060', '\u00ad', '\u3164']) {
    const drawn = drawnName(`${invisible}שרה`) ?? '';
    assert.equal(drawnInitial(drawn), 'ש', JSON.stringify(invisible));
  }
});

test('letters that Unicode encodes in a style are drawn as plain letters', () => {
  assert.equal(drawnName('𝓩𝓸𝓮 🌈'), 'Zoe');
  assert.equal(drawnName('ﻣﺤﻤﺪ'), 'محمد');
  assert.equal(drawnName('Ａｎａ'), 'Ａｎａ');
  assert.equal(drawnName('Ⓐⓝⓐ ★'), 'Ana');
  assert.equal(drawnName('🄰🄽🄰'), 'ANA');
});

test('a letter that stands for several letters is drawn as all of them', () => {
  assert.equal(drawnName('محمد ﷺ'), 'محمد صلى الله عليه وسلم');
  assert.equal(drawnName('Bo ㈱'), 'Bo (株)');
});

test('marks and joined letters beyond the limits of one letter are not drawn, and no real name exceeds these limits', () => {
  assert.equal(drawnName(`Z${'\u0316'.repeat(99)}`), `Z${'\u0316'.repeat(5)}`);
  assert.ok([...(drawnName(`ក${'\u17d2ក'.repeat(49)}`) ?? '')].length <= 12);
  for (const name of ['कार्त्स्न्यं', 'কৃষ্ণেন্দু', 'ကြွှေ့', 'שָּׁ', 'ပုဏ္ဏားကြီး']) {
    assert.equal(drawnName(name), name.normalize('NFC'));
  }
});

test('the initial is the first letter after punctuation, as a capital where there is one', () => {
  const initials = {
    mia_92: 'M',
    _max: 'M',
    '(Bo)': 'B',
    éloïse: 'É',
    нина: 'Н',
    ნინო: 'ნ',
    प्रिया: 'प्रि',
    เอก: 'อ',
    김민준: '김',
    '7 of 9': '7',
    '...': '.',
  };
  for (const [name, initial] of Object.entries(initials)) {
    assert.equal(drawnInitial(name), initial.normalize('NFC'), name);
  }
});

/** All letters, except U+3164, which is always blank. */
const LETTERS = /[\p{L}--[\u3164]]/gv;
/** Encodings of national standards, each with the first and the last lead byte of its letters. */
const standards = {
  gbk: [0x81, 0xfe],
  big5: [0xa1, 0xf9],
  shift_jis: [0x81, 0xfc],
  'euc-kr': [0xa1, 0xfd],
};
for (const [encoding, [first = 0, last = 0]] of Object.entries(standards)) {
  test(`every letter of ${encoding} is drawn`, () => {
    const decoder = new TextDecoder(encoding);
    for (let lead = first; lead <= last; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const letters = decoder.decode(Uint8Array.of(lead, trail)).match(LETTERS) ?? [];
        for (const letter of letters) assert.ok(drawnName(letter), `${letter} ${lead} ${trail}`);
      }
    }
  });
}
