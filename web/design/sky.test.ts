import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  contrast,
  isShown,
  mix,
  type Oklab,
  overlay,
  parseOklch,
  type Srgb,
  toSrgb,
} from './colour.ts';
import { type Scheme, SKY_WITHOUT_SCRIPT, skyAt } from './sky-hour.ts';
import { readSkies, type Tokens } from './sky-tokens.ts';

/** WCAG 2.2, 1.4.3, for text of any size. */
const ENOUGH = 4.5;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const schemes: Scheme[] = ['light', 'dark'];
const skies = readSkies();

interface Pair {
  readonly text: string;
  readonly on: string;
  readonly ratio: number;
}

/** Every pair of text and background colours that the styles combine from one sky. */
function pairsOf(tokens: Tokens): Pair[] {
  const colour = (name: string) => parseOklch(tokens[`--${name}`] ?? `--${name}, which is missing`);
  const black = { lightness: 0, a: 0, b: 0 };
  const backgrounds: Record<string, Srgb[]> = {
    sky: gradient(colour('sky-high'), colour('sky-mid'), colour('sky-low')).map(toSrgb),
    paper: [toSrgb(colour('paper'))],
    'a disabled button': [toSrgb(mix(colour('paper'), colour('ink'), 0.12))],
    'a joined button': [toSrgb(colour('success'))],
    city: [toSrgb(colour('city'))],
    road: [toSrgb(mix(colour('city'), black, 0.4))],
    sun: [toSrgb(colour('sun')), toSrgb(colour('sun-bright'))],
  };
  backgrounds['glow'] = (backgrounds['sky'] ?? []).map((sky) =>
    overlay(toSrgb(colour('glow')), 0.5, sky),
  );
  const texts: Record<string, string[]> = {
    sky: ['ink', 'ink-soft'],
    glow: ['ink'],
    paper: ['ink', 'ink-soft', 'success', 'danger'],
    'a disabled button': ['ink'],
    'a joined button': ['paper'],
    city: ['city-ink', 'city-soft', 'window'],
    road: ['city-ink', 'city-soft', 'window'],
    sun: ['sun-ink'],
  };
  return Object.entries(texts).flatMap(([on, names]) =>
    names.map((text) => ({ text, on, ratio: worst(toSrgb(colour(text)), backgrounds[on] ?? []) })),
  );
}

/** Colours along the gradient, as `linear-gradient(in oklab)` draws it. */
function gradient(high: Oklab, mid: Oklab, low: Oklab): Oklab[] {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return [
    ...steps.map((share) => mix(high, mid, share)),
    ...steps.map((share) => mix(mid, low, share)),
  ];
}

function worst(text: Srgb, backgrounds: readonly Srgb[]): number {
  return Math.min(...backgrounds.map((background) => contrast(text, background)));
}

function tokensAt(hour: number, scheme: Scheme): Tokens {
  const name = skyAt(hour, scheme);
  const tokens = skies.get(name);
  assert.ok(tokens, `sky.css has no rule for "${name}"`);
  return tokens;
}

for (const scheme of schemes) {
  test(`all text has enough contrast at each of the 24 hours, in ${scheme} mode`, () => {
    for (const hour of hours) {
      for (const { text, on, ratio } of pairsOf(tokensAt(hour, scheme))) {
        assert.ok(
          ratio >= ENOUGH,
          `--${text} on ${on} at ${hour}:00 has a contrast of ${ratio.toFixed(2)}`,
        );
      }
    }
  });
}

test('contrast agrees with the known values of WCAG', () => {
  const grey = (step: number): Srgb => [step / 255, step / 255, step / 255];
  assert.equal(contrast(grey(0), grey(255)).toFixed(2), '21.00');
  assert.equal(contrast(grey(0x76), grey(255)).toFixed(2), '4.54');
  assert.equal(contrast(grey(0x77), grey(255)).toFixed(2), '4.48');
});

test('every colour is within sRGB, so that screens show the computed colour', () => {
  for (const [name, tokens] of skies) {
    for (const [property, value] of Object.entries(tokens)) {
      if (!value.startsWith('oklch')) continue;
      assert.ok(isShown(toSrgb(parseOklch(value))), `${property} of "${name}" is outside sRGB`);
    }
  }
});

test('a page without its script has a sky', () => {
  assert.ok(skies.has(SKY_WITHOUT_SCRIPT));
});
