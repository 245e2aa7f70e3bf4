import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, type Srgb } from './colour.ts';
import { skies } from './palette.ts';
import { faultsOf } from './sky-contrast.ts';
import { type Scheme, SKY_WITHOUT_SCRIPT, skyAt } from './sky-hour.ts';
import { drawnSkies, type Tokens } from './sky-tokens.ts';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const schemes: Scheme[] = ['light', 'dark'];

function tokensAt(hour: number, scheme: Scheme): Tokens {
  const name = skyAt(hour, scheme);
  const tokens = skies.get(name);
  assert.ok(tokens, `sky.css has no rule for "${name}"`);
  return tokens;
}

for (const scheme of schemes) {
  test(`all text has enough contrast at each of the 24 hours, in ${scheme} mode`, () => {
    const faults = hours.flatMap((hour) => faultsOf(`${hour}:00`, tokensAt(hour, scheme)));
    assert.deepEqual(faults, []);
  });
}

test('at noon the orb is the sun, and at midnight the moon, in light and dark mode', () => {
  for (const scheme of schemes) {
    assert.equal(tokensAt(12, scheme)['--moon'], '0', scheme);
    assert.equal(tokensAt(0, scheme)['--moon'], '1', scheme);
  }
});

test('the check finds text with too little contrast, and colours that no screen shows', () => {
  const drawn = drawnSkies();
  const [noon, night] = [drawn.get('noon'), drawn.get('midnight')];
  const found = faultsOf('noon', { ...noon, '--ink': night?.['--ink'] ?? '' });
  assert.deepEqual(
    found.map((fault) =>
      fault.replace(/ at noon has a contrast of \d\.\d\d, and needs 4\.5\.$/, ''),
    ),
    ['--ink on sky', '--ink on glow', '--ink on paper', '--ink on a disabled button'],
  );
  const orb = 'oklch(0.7 0.4 145)';
  assert.deepEqual(faultsOf('noon', { ...noon, '--orb': orb }), [
    `--orb at noon is outside sRGB: ${orb}.`,
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
