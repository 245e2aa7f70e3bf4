import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, type Srgb } from '../design/colour.ts';
import { readSkies } from '../design/sky-tokens.ts';
import { readColours } from './letter-colours.ts';

const MIN_CONTRAST = 4.5;

test('every text of a letter has contrast with its background, at dusk and at night', () => {
  const skies = readSkies();
  for (const sky of ['dusk', 'nightfall']) {
    const colours = readColours(skies.get(sky) ?? {});
    const { ink, inkSoft, sun, sunInk, paper, outside, skyHigh, skyMid, skyLow } = colours;
    const pairs = [
      ...[paper, skyHigh, skyMid, skyLow].map((background) => [ink, background]),
      [inkSoft, outside],
      [sunInk, sun],
    ] as [string, string][];
    for (const [text, background] of pairs) {
      const ratio = contrast(fromHex(text), fromHex(background));
      assert.ok(ratio >= MIN_CONTRAST, `${sky}: ${text} on ${background} is ${ratio.toFixed(2)}`);
    }
  }
});

function fromHex(hex: string): Srgb {
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}
