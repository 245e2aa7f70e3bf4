import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandFaults } from './brand-faults.ts';
import { parseColour } from './design/colour.ts';
import type { Palette } from './design/leaning.ts';

const words = { product: 'Tavola', tagline: 'dinner is on', about: 'the app for long tables' };
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
  for (const product of ['T', 'R&D "Co"', 'O’Neill', 'لمّة', '集まり']) {
    assert.deepEqual(faults({}, { product }), [], product);
  }
});
