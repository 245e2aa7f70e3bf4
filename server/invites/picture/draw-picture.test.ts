import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawPicture } from './draw-picture.ts';

const SCENE = '<svg></svg>';
const draw = (name: string) => drawPicture(SCENE, name);

const NUMBER = String.raw`-?[\d.]+(?:e-?\d+)?`;
/** The only SVG that may be added to the base. */
const WORDS = new RegExp(
  String.raw`^<svg>(?:<g class="(?:words|initial)">|<g transform="translate\(${NUMBER} ${NUMBER}\) scale\(${NUMBER} ${NUMBER}\)">|<path transform="translate\(${NUMBER} ${NUMBER}\)" d="[MLQCZ\d.,\s-]*"/>|</g>|<use href="#logo" transform="translate\(${NUMBER} ${NUMBER}\) scale\(${NUMBER}\)"/>)+</svg>$`,
);

const hostile = [
  ...['</svg>', '"/><script>', '<image href="file:///etc/hosts"/>', ']]>', '<!--', '&lt;', '&#0;'],
  ...[
    '$&',
    "$'",
    '$`',
    '{{year}}',
    '{{invitePicture}}',
    'url(#logo)',
    '\\',
    '%00',
    '\0',
    '\n',
    '\t',
  ],
  ...['\u202e', '\u2066', '\u200d', '\u200b', '\ufeff', '\ufe0f', '\ud83d', '\udc00', '\u2028'],
  ...[
    'e\u0301',
    'o\u0300\u0301\u0302\u0303'.repeat(9),
    'ß',
    'ŉ',
    'Ǆ',
    'Ω',
    'Щ',
    'Ệ',
    '…',
    '-',
    ' ',
  ],
  ...['محمد', 'שרה', '小明', 'さくら', '김', 'प्रि', 'สม', 'அ', '(', '🌈', '\u200f', '\u0651'],
  ...['A', 'ffi', 'wwwwwwwwww', '0', '_', '@'],
];

/** Pseudo-random, but the same names in every run, so that a failure can be reproduced. */
function* hostileNames(count: number): Generator<string> {
  let state = 7;
  const next = (range: number) => {
    state = (state * 16807) % 2147483647;
    return state % range;
  };
  for (let index = 0; index < count; index++) {
    const parts = Array.from({ length: 1 + next(12) }, () => hostile[next(hostile.length)]);
    yield parts.join('').slice(0, 100);
  }
}

test('any name becomes only outlines and numbers in the SVG', () => {
  let written = 0;
  for (const name of hostileNames(500)) {
    const picture = draw(name);
    if (picture === undefined) continue;
    written += 1;
    assert.match(picture, WORDS, JSON.stringify(name));
  }
  assert.ok(written > 100, `only ${written} names were drawn`);
  assert.doesNotMatch('<svg><g class="words"><path d="M0"/><a/></g></svg>', WORDS, 'control');
});

test('a name is drawn if the fonts have all of its letters, and not at all otherwise', () => {
  for (const name of [
    'Ana',
    'Анна Anna',
    '小明',
    'محمد Smith',
    'Zoë 🌈',
    "O'Neill-Łoś",
    'Ana\u200d',
  ]) {
    assert.ok(draw(name), name);
  }
  for (const name of ['🎉', 'Ana ᏣᎳᎩ', 'ᏣᎳᎩ', '\u200d', '\ud83d', '']) {
    assert.equal(draw(name), undefined, name);
  }
});
