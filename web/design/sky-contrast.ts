/** The contrast of every text on every background that the styles combine. */
import { isShown, mix, type Oklab, overlay, parseOklch, type Srgb, toSrgb } from './colour.ts';
import type { Tokens } from './sky-tokens.ts';
import { contrastOf, ENOUGH, worst } from './tone.ts';

/** With less contrast and a smaller distance in OKLab's plane of hues, an edge between two colours cannot be seen. */
const EDGE = { contrast: 1.15, hue: 0.02 };

/** @returns one sentence for each colour of a sky that screens cannot show, and for each text that is hard to read */
export function faultsOf(sky: string, tokens: Tokens): string[] {
  const outside = Object.entries(tokens).filter(
    ([, value]) => value.startsWith('oklch') && !isShown(toSrgb(parseOklch(value))),
  );
  const faint = pairsOf(tokens).filter(({ ratio }) => ratio < ENOUGH);
  return [
    ...outside.map(([name, value]) => `${name} at ${sky} is outside sRGB: ${value}.`),
    ...faint.map(
      ({ text, on, ratio }) =>
        `--${text} on ${on} at ${sky} has a contrast of ${ratio.toFixed(2)}, and needs ${ENOUGH}.`,
    ),
  ];
}

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

/** The names of the skies against which the edge of a sheet of paper, or of a white one, cannot be seen. */
export function skiesLikePaper(skies: ReadonlyMap<string, Tokens>): string[] {
  const white = { lightness: 1, a: 0, b: 0 };
  const isLike = (sky: Oklab) => (sheet: Oklab) =>
    contrastOf(sheet, sky) < EDGE.contrast &&
    Math.hypot(sheet.a - sky.a, sheet.b - sky.b) < EDGE.hue;
  return [...skies].flatMap(([name, { '--sky-mid': sky = '', '--paper': paper = '' }]) =>
    [white, parseOklch(paper)].some(isLike(parseOklch(sky))) ? [name] : [],
  );
}

/** Colours along the gradient, as `linear-gradient(in oklab)` draws it. */
export function gradient(high: Oklab, mid: Oklab, low: Oklab): Oklab[] {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return [
    ...steps.map((share) => mix(high, mid, share)),
    ...steps.map((share) => mix(mid, low, share)),
  ];
}
