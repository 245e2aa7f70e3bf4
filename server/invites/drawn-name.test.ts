import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonNames } from '../../testing/common-names.ts';
import { drawnName } from './drawn-name.ts';

test('a common name of each script is drawn whole', () => {
  for (const [script, names] of Object.entries(commonNames)) {
    for (const name of names.split(', ')) {
      assert.equal(drawnName(name), name.normalize('NFC'), script);
    }
  }
});

test('symbols that no font has are left out if the name also has letters', () => {
  const drawn = {
    'Zoë 🌈': 'Zoë',
    '🎉Zoë🌈': 'Zoë',
    '🌈 Zoë 🎉 Smith': 'Zoë Smith',
    'Mia ❤️': 'Mia',
    '★ Mia ☆': 'Mia',
    '👩‍👩‍👧‍👦 小明': '小明',
    'Bo 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪': 'Bo',
    'Agent 1️⃣ 7': 'Agent 1 7',
    ' Ana\u3000\n Bo ': 'Ana Bo',
    'E\u0301va': 'Éva',
    'Ana\u202e Bo\u2069': 'Ana Bo',
    'علی\u200cرضا': 'علی\u200cرضا',
    '𝓩𝓸𝓮 🌈': 'Zoe',
    ﻣﺤﻤﺪ: 'محمد',
    'Ⓐⓝⓐ ★': 'Ana',
    'محمد ﷺ': 'محمد صلى الله عليه وسلم',
  };
  for (const [name, expected] of Object.entries(drawn)) assert.equal(drawnName(name), expected);
});

test('a name is not drawn if no font has its script, or only symbols would remain', () => {
  for (const name of ['🎉', '🎉!', 'Ana ᏣᎳᎩ', '𓀀', '\u200d', '\u3164', ' ', '', '\ud83d', '...']) {
    assert.equal(drawnName(name), undefined, JSON.stringify(name));
  }
});

test('marks beyond the limit of one letter are left out, and no real name exceeds it', () => {
  assert.equal(drawnName(`Z${'\u0316'.repeat(99)}`), `Z${'\u0316'.repeat(5)}`);
  for (const name of ['कार्त्स्न्यं', 'কৃষ্ণেন্দু', 'ကြွှေ့', 'שָּׁ', 'ပုဏ္ဏားကြီး']) {
    assert.equal(drawnName(name), name.normalize('NFC'));
  }
});
