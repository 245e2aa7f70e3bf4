import assert from 'node:assert/strict';
import { test } from 'node:test';
import { displayName, initialOf } from './inviters.ts';

test('the name is the first name, else the username, else empty', () => {
  assert.equal(displayName({ firstName: ' Mia ', username: 'mia_92' }), 'Mia');
  for (const firstName of [null, '', ' ']) {
    assert.equal(displayName({ firstName, username: 'mia_92' }), 'mia_92');
  }
  assert.equal(displayName({ firstName: null, username: null }), '');
});

test('the initial is the first visible grapheme that is a letter or a picture, else the first one, else "?"', () => {
  for (const [firstName, initial] of [
    ['Éloïse', 'É'],
    ['E\u0301loi\u0308se', 'E\u0301'],
    ['👩‍🚀 Mia', '👩‍🚀'],
    ['🇫🇷', '🇫🇷'],
    ['нина', 'н'],
    ['明日香', '明'],
    ['محمد', 'م'],
    ['  mia', 'm'],
    ['_mia_', 'm'],
    ['“ Mia', 'M'],
    ['...', '.'],
    ['\u200fשרה\u200e', 'ש'],
    ['\u2800\u00adMia', 'M'],
    ['\u0301Mia', 'M'],
    ['\u200f!', '!'],
    ['', '?'],
  ] as const) {
    assert.equal(initialOf({ firstName }), initial, firstName);
  }
});

test('in a browser without a segmenter, the initial is a code point', (t) => {
  const { Segmenter } = Intl;
  t.after(() => Object.assign(Intl, { Segmenter }));
  Reflect.deleteProperty(Intl, 'Segmenter');
  assert.equal(initialOf({ firstName: '“Mia' }), 'M');
});
