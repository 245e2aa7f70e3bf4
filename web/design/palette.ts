import { palette } from '../../brand.ts';
import {
  contrast,
  isShown,
  luminance,
  mix,
  type Oklab,
  overlay,
  parseOklch,
  type Srgb,
  toSrgb,
} from './colour.ts';

type Tokens = Readonly<Record<string, string>>;

const { skyTurn, ...groups } = palette;
/** Each colour of the palette by its variable in the stylesheets, such as `--dark-ink`. */
const colours = new Map(
  Object.entries(groups).flatMap(([group, named]) =>
    Object.entries(named).map(([name, colour]) => [`--${group}-${name}`, colour] as const),
  ),
);
const TURNED = /(--(?:sky-high|sky-mid|sky-low|far|city): )oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g;
/** WCAG 2.2, 1.4.3, for text of any size. */
const ENOUGH = 4.5;

/** Fills the palette of the brand into a stylesheet. */
export function withPalette(css: string): string {
  const filled = css.replaceAll(
    /var\((--(?:light|dark|accent)-[\w-]+)\)/g,
    (variable, name) => colours.get(name) ?? variable,
  );
  if (skyTurn === 0) return filled;
  return filled.replaceAll(TURNED, (_, property, ...[lightness, chroma, hue]: string[]) => {
    const turned = (Number(hue) + skyTurn + 360) % 360;
    const target = luminanceOf(`oklch(${lightness} ${chroma} ${hue})`);
    // Screens show some hues with less chroma only.
    for (let strength = Number(chroma); ; strength -= 0.005) {
      const write = (light: number) =>
        `oklch(${light.toFixed(4)} ${Math.max(0, strength).toFixed(3)} ${turned})`;
      // Text keeps its contrast if the luminance stays, which is nearly the cube of the lightness.
      const first = Number(lightness);
      const second = first * Math.cbrt(target / luminanceOf(write(first)));
      const colour = write(second * Math.cbrt(target / luminanceOf(write(second))));
      if (strength <= 0 || isShown(toSrgb(parseOklch(colour)))) return property + colour;
    }
  });
}

function luminanceOf(colour: string): number {
  return luminance(toSrgb(parseOklch(colour)));
}

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
