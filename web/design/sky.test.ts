import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, type Srgb } from './colour.ts';
import { colourFaults } from './colour-faults.ts';
import { readSkies, type Tokens } from './skies.ts';
import { type Scheme, SKY_WITHOUT_SCRIPT, skyAt } from './sky-hour.ts';

const skies = readSkies();
const schemes: Scheme[] = ['light', 'dark'];

function tokensAt(hour: number, scheme: Scheme): Tokens {
  const name = skyAt(hour, scheme);
  const tokens = skies.get(name);
  assert.ok(tokens, `sky.css has no rule for "${name}"`);
  return tokens;
}

test('all text has enough contrast at each of the 24 hours, in light and dark mode', () => {
  assert.deepEqual(colourFaults(), []);
});

test('at noon the orb is the sun, and at midnight the moon, in light and dark mode', () => {
  for (const scheme of schemes) {
    assert.equal(tokensAt(12, scheme)['--moon'], '0', scheme);
    assert.equal(tokensAt(0, scheme)['--moon'], '1', scheme);
  }
});

test('the check names hour and pair of each text with too little contrast', () => {
  const changed = (sky: string, token: string, colour: string) => {
    const faults = colourFaults(new Map(skies).set(sky, { ...skies.get(sky), [token]: colour }));
    return faults.map((fault) => fault.replace(/\d\.\d\d/, '?.??'));
  };
  assert.deepEqual(
    changed('noon', '--ink', skies.get('midnight')?.['--ink'] ?? ''),
    ['sky', 'glow', 'paper', 'a disabled button'].map(
      (on) =>
        `--ink on ${on} at 10:00 in light mode ("noon") has a contrast of ?.??, and needs 4.5.`,
    ),
  );
  assert.deepEqual(changed('dusk', '--paper', '#fff'), []);
  assert.deepEqual(changed('dusk', '--orb', 'oklch(0.7 0.4 145)'), [
    '--orb at 18:00 in light mode ("dusk") is outside sRGB, which all screens show: oklch(0.7 0.4 145).',
  ]);
  assert.deepEqual(changed('blue-hour', '--orb', 'tomato'), [
    '--orb at 9:00 in dark mode ("blue-hour") is "tomato", and must be oklch(lightness chroma hue) or #rrggbb.',
  ]);
});

test('contrast agrees with the known values of WCAG', () => {
  const grey = (step: number): Srgb => [step / 255, step / 255, step / 255];
  assert.equal(contrast(grey(0), grey(255)).toFixed(2), '21.00');
  assert.equal(contrast(grey(0x76), grey(255)).toFixed(2), '4.54');
  assert.equal(contrast(grey(0x77), grey(255)).toFixed(2), '4.48');
});

test('a page without its script has a sky', () => {
  assert.ok(skies.has(SKY_WITHOUT_SCRIPT));
});
