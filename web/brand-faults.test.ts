import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../brand.ts';
import { brandFaults } from './brand-faults.ts';
import { parseColour, parseOklch } from './design/colour.ts';
import type { Palette } from './design/leaning.ts';
import { skiesOf } from './design/recolour.ts';
import { isApart } from './design/tone.ts';

const words = {
  ...brand,
  product: 'Tavola',
  tagline: 'dinner is on',
  about: 'the app for long tables',
  legalEntity: 'Tavola S.r.l.',
  contactEmail: 'ciao@tavola.example',
  betaLink: 'https://testflight.apple.com/join/tavola',
};
const tavola: Palette = { accent: '#c8321f', ink: '#3b130d', paper: '#fff6e6' };

function faults(palette: Palette, others: Partial<typeof words> = {}): string[] {
  return brandFaults({ ...words, ...others }, palette, false);
}

test('a brand whose colours can be read is not refused', () => {
  for (const palette of [{}, tavola, { ...tavola, skies: { noon: ['#fff', '#fff6e6'] } }]) {
    assert.deepEqual(faults(palette), []);
  }
});

test('a pair of colours with too little contrast is one sentence, with the first hour and the nearest colour', () => {
  assert.deepEqual(faults({ ...tavola, ink: '#9a6d5f' }), [
    'At 6:00 the ink #9a6d5f on the paper #fff6e6 has a contrast of 4.14, and needs 4.5. The nearest ink that passes is #865b4d.',
  ]);
  const skies = { evening: ['#a03020', '#f0c0a0'], late: ['#ffe0e0', '#ffffff'] };
  const found = faults({ ...tavola, skies });
  assert.deepEqual(
    found.map((fault) => fault.replace(/ has a contrast.*/, '')),
    [
      'At 18:00 the ink #3b130d on skies.evening #a03020',
      'At 21:00 the ink #fdf4e4 on skies.late #ffe0e0',
      'At 21:00 the ink #fdf4e4 on skies.late #ffffff',
    ],
  );
});

test('the colours that a refusal names are accepted', () => {
  const nearest = (palette: Palette) => /#\w{6}(?=\.$)/.exec(faults(palette)[0] ?? '')?.[0] ?? '';
  for (const ink of ['#9a6d5f', '#ff0000', '#00aa88', '#fff6e6']) {
    assert.deepEqual(faults({ ...tavola, ink: nearest({ ...tavola, ink }) }), [], ink);
  }
  const paper = nearest({ ...tavola, paper: '#777777' });
  assert.deepEqual(faults({ ...tavola, paper }), []);
  for (const evening of ['#a03020', '#003366', '#3b130d']) {
    const high = nearest({ ...tavola, skies: { evening: [evening, '#f0c0a0'] } });
    assert.deepEqual(faults({ ...tavola, skies: { evening: [high, '#f0c0a0'] } }), [], evening);
  }
  const accent = nearest({ accent: 'oklch(0.7 0.4 145)' });
  assert.ok(parseColour(accent));
  assert.deepEqual(faults({ accent }), []);
});

test('an accent that is hard to see on the paper is refused, and a paper that the build makes gives way', () => {
  for (const [accent, paper, ink] of [
    ['#ffffff', '#ffffff', '#222222'],
    ['#fff6e0', '#fff6e6', '#3b130d'],
    ['#0b0b0c', '#0b0b0b', '#ffffff'],
  ] as const) {
    const [fault = '', ...others] = faults({ accent, paper, ink });
    assert.match(fault, /^The accent #\w+ is hard to tell from the paper #\w+, .* is #\w+\.$/);
    assert.deepEqual(others, []);
    const passing = /#\w{6}(?=\.$)/.exec(fault)?.[0] ?? '';
    assert.deepEqual(faults({ accent: passing, paper, ink }), [], passing);
  }
  for (const accent of ['#ffffff', '#1b2559', '#000000', '#14201c']) {
    assert.deepEqual(faults({ accent }), [], accent);
    for (const [sky, tokens] of skiesOf({ accent })) {
      const [sun, paper] = ['--sun', '--paper'].map((name) => parseOklch(tokens[name] ?? ''));
      assert.ok(sun && paper && isApart(sun, paper, 0.09), `${accent} at ${sky}`);
    }
  }
});

test('a company without a name, an address that is none, and a link that is no beta are refused', () => {
  assert.deepEqual(faults({}, { legalEntity: '', contactEmail: 'none', betaLink: 'soon' }), [
    'legalEntity is empty.',
    "contactEmail is 'none', and must be an email address.",
    `betaLink: While iOS is "beta", its link must be https://testflight.apple.com/join/CODE, and is 'soon'.`,
  ]);
});

test('a misspelt key is refused, in the palette, in the brand and inside it, and so is a missing one', () => {
  assert.deepEqual(faults({ acent: '#c8321f' } as Palette), [
    'palette.acent is unknown: expected accent, ink, paper, sky, skies.',
  ]);
  assert.deepEqual(faults({}, { Tagline: 'dinner is on' } as object), [
    'brand.Tagline is unknown: expected product, tagline, about, legalEntity, contactEmail, postalAddress, social, betaLink, universalLinks.',
  ]);
  const { tagline, ...others } = words;
  const misspelt = {
    ...others,
    social: { ...brand.social, twiter: '' },
  } as unknown as typeof words;
  assert.deepEqual(brandFaults(misspelt, {}, false), [
    'brand.tagline is missing.',
    'brand.social.twiter is unknown: expected instagram, tiktok, twitter.',
  ]);
});

test('what is no colour, or no sky, is refused by its name', () => {
  assert.deepEqual(faults({ accent: 'tomato', ink: 'oklch(0.7 0.4 145)' }), [
    "accent is 'tomato', and must be '#rrggbb' or 'oklch(lightness chroma hue)'.",
    'ink oklch(0.7 0.4 145) is outside sRGB, which all screens show. The nearest colour inside is #01bf35.',
  ]);
  assert.deepEqual(faults({ skies: { noon: ['#ffffff'] } }), [
    'skies.noon must have two or three colours, and has 1.',
  ]);
  assert.deepEqual(faults({ skies: { midday: ['#fff', '#eee'] } } as Palette), [
    'skies.midday is no hour: expected night, dawn, noon, evening, late.',
  ]);
});

test('a name or tagline that the pages cannot show is refused', () => {
  assert.deepEqual(faults({}, { product: 'Tavola 🎉' }), [
    'product has 🎉, which no font of the logo has. Leave it out, or draw the logo in web/design/drawn-logo.ts.',
  ]);
  assert.deepEqual(faults({}, { product: 'a'.repeat(40), tagline: 'b'.repeat(200) }), [
    'product has 40 letters, and the pages have room for 26.',
    'tagline has 200 letters, and the pages have room for 80.',
  ]);
  assert.deepEqual(faults({}, { product: ' ' }), ['product is empty.']);
  assert.deepEqual(faults({}, { product: 'Abcdefghijklmnopqrstuvwxyz' }), [
    'product is a drawing of 1926 bytes, and the pages have room for 1350. Take a shorter name.',
  ]);
  for (const product of [
    'T',
    'Neighbourhood Dinner Party',
    'R&D "Co"',
    'O’Neill',
    'لمّة',
    '集まり',
  ]) {
    assert.deepEqual(faults({}, { product }), [], product);
  }
});
