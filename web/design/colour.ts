/** Computes colours for the contrast check, letters and pictures: parses those of the stylesheets, and mixes them as browsers do. */
export interface Oklab {
  readonly lightness: number;
  readonly a: number;
  readonly b: number;
}

/** Gamma-encoded sRGB; each part is 0 to 1 in a colour that a screen can show. */
export type Srgb = readonly [red: number, green: number, blue: number];

/** Reads `oklch(L C H)` with plain numbers, `#rrggbb` or `#rgb`, the forms that our stylesheets use. */
export function parseColour(text: string): Oklab {
  const [lightness = '', chroma = '', hue = ''] =
    /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text)?.slice(1) ?? [];
  if (lightness) {
    const angle = (Number(hue) * Math.PI) / 180;
    const [a, b] = [Math.cos(angle), Math.sin(angle)].map((part) => Number(chroma) * part);
    return { lightness: Number(lightness), a: a ?? 0, b: b ?? 0 };
  }
  const digits = /^#(?:[\da-f]{3}){1,2}$/i.test(text) ? text.slice(1) : '';
  const parts = digits.length === 3 ? [...digits].map((one) => one + one) : digits.match(/../g);
  const [red, green, blue] = (parts ?? []).map((part) => Number.parseInt(part, 16) / 255);
  if (red === undefined || green === undefined || blue === undefined) {
    throw new Error(`Cannot read a colour: expected "oklch(L C H)" or "#rrggbb", found "${text}".`);
  }
  return fromSrgb([red, green, blue]);
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

/** @returns the stylesheet with hexadecimal colours, which are shorter, and which Chrome before 111 knows, too */
export function withHexColours(css: string): string {
  return css.replaceAll(/oklch\([\d. ]+\)/g, (colour) => toHex(parseColour(colour)));
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
function luminance(colour: Srgb): number {
  const [red, green, blue] = colour.map(decode) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2's contrast ratio, 1 to 21. */
export function contrast(one: Srgb, other: Srgb): number {
  const first = luminance(one) + 0.05;
  const second = luminance(other) + 0.05;
  return Math.max(first, second) / Math.min(first, second);
}
