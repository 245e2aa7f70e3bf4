/**
 * Refuses colours of sky.css and tokens.css with which a text is hard to read at some hour: computes the contrast of
 * every text on every background that the styles combine.
 */
import {
  contrast,
  isShown,
  mix,
  type Oklab,
  overlay,
  parseColour,
  type Srgb,
  toSrgb,
} from './colour.ts';
import { readSkies, type Tokens } from './skies.ts';
import { type Scheme, skyAt } from './sky-hour.ts';

/** WCAG 2.2, 1.4.3, for text of any size. */
const ENOUGH = 4.5;
const BLACK: Oklab = { lightness: 0, a: 0, b: 0 };
const OF_SKIES = [
  'sky-high',
  'sky-mid',
  'sky-low',
  'ink',
  'ink-soft',
  'paper',
  'success',
  'danger',
  'far',
  'city',
  'city-ink',
  'city-soft',
  'orb',
  'glow',
  'window',
  'sun',
  'sun-bright',
  'sun-deep',
  'sun-ink',
];

/** @returns one sentence for each fault of a sky that is shown at some hour, with the first hour that shows it */
export function colourFaults(skies: ReadonlyMap<string, Tokens> = readSkies()): string[] {
  const shown = new Map<string, string>();
  for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
    for (let hour = 0; hour < 24; hour += 1) {
      const name = skyAt(hour, scheme);
      if (!shown.has(name)) shown.set(name, `at ${hour}:00 in ${scheme} mode ("${name}")`);
    }
  }
  return [...shown].flatMap(([name, time]) => faultsOf(time, skies.get(name) ?? {}));
}

function faultsOf(time: string, tokens: Tokens): string[] {
  const unknown = OF_SKIES.flatMap((name) => {
    const fault = faultOfColour(tokens[`--${name}`] ?? '');
    return fault ? [`--${name} ${time} ${fault}`] : [];
  });
  if (unknown.length > 0) return unknown;
  return pairsOf(tokens)
    .filter(({ ratio }) => ratio < ENOUGH)
    .map(
      ({ text, on, ratio }) =>
        `--${text} on ${on} ${time} has a contrast of ${ratio.toFixed(2)}, and needs ${ENOUGH}.`,
    );
}

function faultOfColour(text: string): string | undefined {
  try {
    return isShown(toSrgb(parseColour(text)))
      ? undefined
      : `is outside sRGB, which all screens show: ${text}.`;
  } catch {
    return `is "${text}", and must be oklch(lightness chroma hue) or #rrggbb.`;
  }
}

interface Pair {
  readonly text: string;
  readonly on: string;
  readonly ratio: number;
}

/** Every pair of text and background colours that the styles combine from one sky. */
function pairsOf(tokens: Tokens): Pair[] {
  const colour = (name: string) => parseColour(tokens[`--${name}`] ?? '');
  const backgrounds: Record<string, Srgb[]> = {
    sky: gradient(colour('sky-high'), colour('sky-mid'), colour('sky-low')).map(toSrgb),
    paper: [toSrgb(colour('paper'))],
    'a disabled button': [toSrgb(mix(colour('paper'), colour('ink'), 0.12))],
    'a joined button': [toSrgb(colour('success'))],
    city: [toSrgb(colour('city'))],
    road: [toSrgb(mix(colour('city'), BLACK, 0.4))],
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

function worst(text: Srgb, backgrounds: readonly Srgb[]): number {
  return Math.min(...backgrounds.map((background) => contrast(text, background)));
}

/** Colours along the gradient, as `linear-gradient(in oklab)` draws it. */
function gradient(high: Oklab, mid: Oklab, low: Oklab): Oklab[] {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return [
    ...steps.map((share) => mix(high, mid, share)),
    ...steps.map((share) => mix(mid, low, share)),
  ];
}

// As a program, before anything is built or drawn.
if (import.meta.main) {
  const faults = colourFaults();
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
