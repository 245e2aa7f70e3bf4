/** Computes colours for tests, letters and pictures: parses those of the stylesheets, and mixes them as browsers do. */
export interface Oklab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** Gamma-encoded sRGB; each part is 0 to 1 in a colour that a screen can show. */
export type Srgb = readonly [red: number, green: number, blue: number];

/** Reads `oklch(L C H)` with plain numbers, the only form that our stylesheets use. */
export function parseOklch(text: string): Oklab {
  const colour = parseColour(text.startsWith('#') ? '' : text);
  if (!colour) throw new Error(`Cannot read a colour: expected "oklch(L C H)", found "${text}".`);
  return colour;
}

/** Reads `oklch(L C H)`, `#rrggbb` or `#rgb`. */
export function parseColour(text: string): Oklab | undefined {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text);
  const [lightness, chroma, hue] = (match ?? []).slice(1).map(Number);
  if (lightness !== undefined && chroma !== undefined && hue !== undefined) {
    return fromOklch({ lightness, chroma, hue });
  }
  const digits = /^#(?:[\da-f]{3}){1,2}$/i.test(text) ? text.slice(1) : '';
  const parts =
    (digits.length === 3 ? digits.match(/./g)?.map((one) => one + one) : digits.match(/../g)) ?? [];
  const [red, green, blue] = parts.map((part) => Number.parseInt(part, 16) / 255);
  return red === undefined || green === undefined || blue === undefined
    ? undefined
    : fromSrgb([red, green, blue]);
}

/** The hue is in degrees. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

export function fromOklch({ lightness, chroma, hue }: Oklch): Oklab {
  const angle = (hue * Math.PI) / 180;
  return { lightness, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) };
}

export function toOklch({ lightness, a, b }: Oklab): Oklch {
  return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** Mixes two colours as `color-mix(in oklab)` and our gradients do. @param share 0 gives `from`, 1 gives `to` */
export function mix(from: Oklab, to: Oklab, share: number): Oklab {
  const between = (start: number, end: number) => start + (end - start) * share;
  return {
    lightness: between(from.lightness, to.lightness),
    a: between(from.a, to.a),
    b: between(from.b, to.b),
  };
}

/** Matrices: https://bottosson.github.io/posts/oklab/ */
export function toSrgb({ lightness, a, b }: Oklab): Srgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function fromSrgb(colour: Srgb): Oklab {
  const [red, green, blue] = colour.map(decode) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function encode(linear: number): number {
  return linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function decode(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Six hexadecimal digits after `#`, for renderers that do not support `oklch()`. */
export function toHex(colour: Oklab): string {
  const parts = toSrgb(colour).map((part) => Math.round(Math.min(Math.max(part, 0), 1) * 255));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether a screen can show the colour. The tolerance is half a step of 1/255. */
export function isShown(colour: Srgb): boolean {
  return colour.every((part) => part >= -0.002 && part <= 1.002);
}

/** The visible colour of `above`, with this opacity, over `below`. */
export function overlay(above: Srgb, opacity: number, below: Srgb): Srgb {
  const blend = (index: 0 | 1 | 2) => above[index] * opacity + below[index] * (1 - opacity);
  return [blend(0), blend(1), blend(2)];
}

/** WCAG 2's relative luminance. */
export function luminance(colour: Srgb): number {
  const [red, green, blue] = colour.map(decode) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2's contrast ratio, 1 to 21. */
export function contrast(one: Srgb, other: Srgb): number {
  const first = luminance(one) + 0.05;
  const second = luminance(other) + 0.05;
  return Math.max(first, second) / Math.min(first, second);
}
