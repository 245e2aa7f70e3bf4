/** Finds colours that a screen shows and that are readable, near those that are wanted. */
import {
  contrast,
  fromOklch,
  isShown,
  luminance,
  type Oklab,
  parseColour,
  type Srgb,
  toHex,
  toOklch,
  toSrgb,
} from './colour.ts';

/** WCAG 2.2, 1.4.3, for text of any size. */
export const ENOUGH = 4.5;
/** Above the limit, because colours are rounded when they are written. */
const SURELY_ENOUGH = ENOUGH + 0.03;
const CHROMA_STEP = 0.004;
const LIGHTNESS_STEP = 0.004;

/** With less chroma, if no screen shows the colour as it is. */
export function shown(colour: Oklab): Oklab {
  const { lightness, chroma, hue } = toOklch(colour);
  for (let less = chroma; less > 0; less -= CHROMA_STEP) {
    const candidate = fromOklch({ lightness, chroma: less, hue });
    if (isShown(toSrgb(candidate))) return candidate;
  }
  return { lightness: Math.min(Math.max(lightness, 0), 1), a: 0, b: 0 };
}

/** Keeps the luminance, and so the contrast of text, with another hue and chroma. */
export function toned(target: number, chroma: number, hue: number): Oklab {
  for (let less = Math.max(0, chroma); ; less = Math.max(0, less - CHROMA_STEP)) {
    let [low, high] = [0, 1];
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      const tried = fromOklch({ lightness: middle, chroma: less, hue });
      if (luminanceOf(tried) < target) low = middle;
      else high = middle;
    }
    const found = fromOklch({ lightness: high, chroma: less, hue });
    if (less === 0 || isShown(toSrgb(found))) return found;
  }
}

/**
 * Moves the lightness until the colour passes.
 * @param direction 1: lighter; -1: darker
 * @returns undefined if none passes
 */
export function nearest(
  colour: Oklab,
  direction: number,
  passes: (candidate: Oklab) => boolean,
): Oklab | undefined {
  const { lightness, chroma, hue } = toOklch(colour);
  const room = direction > 0 ? 1 - lightness : lightness;
  for (let moved = 0; moved < room + LIGHTNESS_STEP; moved += LIGHTNESS_STEP) {
    const within = Math.min(Math.max(lightness + direction * moved, 0), 1);
    const candidate = shown(fromOklch({ lightness: within, chroma, hue }));
    if (passes(asWritten(candidate))) return candidate;
  }
  return undefined;
}

/** The colour after rounding to hexadecimal digits. */
function asWritten(colour: Oklab): Oklab {
  return parseColour(toHex(colour)) ?? colour;
}

export function luminanceOf(colour: Oklab): number {
  return luminance(toSrgb(colour));
}

export function contrastOf(one: Oklab, other: Oklab): number {
  return contrast(toSrgb(one), toSrgb(other));
}

/** @param least the distance in OKLab */
export function isApart(one: Oklab, other: Oklab, least: number): boolean {
  return Math.hypot(one.lightness - other.lightness, one.a - other.a, one.b - other.b) >= least;
}

export function isReadable(text: Oklab, backgrounds: readonly Oklab[]): boolean {
  return backgrounds.every((background) => contrastOf(text, background) >= SURELY_ENOUGH);
}

export function worst(text: Srgb, backgrounds: readonly Srgb[]): number {
  return Math.min(...backgrounds.map((background) => contrast(text, background)));
}
