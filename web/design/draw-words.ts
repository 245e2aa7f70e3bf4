/**
 * Draws words as paths, when the pages are built. Letters that the display face lacks are drawn in one of the fonts of
 * invite pictures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';

/** A name as a drawing with a baseline at 0 and 1,000 units per em. */
export interface Lettering {
  /** By how much the paths are enlarged. With fewer units they are shorter. */
  readonly scale?: number;
  /** As in the attribute `viewBox`. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly parts: readonly LetteringPart[];
  readonly poster?: Poster;
}

/** How the named parts are laid out as lines, enlarged by `scale`, in the drawing's units. */
export interface Poster {
  readonly height: number;
  readonly scale: number;
  readonly offsets: Readonly<Record<string, readonly [right: number, down: number]>>;
}

export interface LetteringPart {
  /** On portrait screens each named part is on a separate line. */
  readonly name?: string;
  readonly letters: readonly { readonly path: string; readonly x: number }[];
  /** The sun. At scale 1 it is as high as a small "o" of the display face. */
  readonly orb?: { readonly left: number; readonly scale: number };
}

/** The outermost points, in units: from left to right, above the baseline and below it. */
export interface Ink {
  readonly left: number;
  readonly right: number;
  readonly rise: number;
  readonly depth: number;
}

interface Glyph {
  readonly codepoint: number;
  /** The position of its first letter in the word. */
  readonly cluster: number;
  readonly origin: number;
  readonly yOffset: number;
}

/** A word in a font that has all its letters. */
interface ShapedWord {
  readonly font: Font;
  readonly glyphs: readonly Glyph[];
  /** Without the space after the last letter. */
  readonly advance: number;
}

const FONTS = new URL('../../server/invites/fonts/', import.meta.url);
const FIRST_FONTS = ['bricolage', 'commissioner', 'latin'];
/** The letter spacing of the display font in type.css. */
const LETTER_SPACING = -0.025;
/** The resolution of drawings, in units per em, which is enough for the largest size. */
export const UNITS = 400;
/** Scripts that join their letters: other spacing would tear or cover the joints. */
export const JOINED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}]/u;
/**
 * If a control point is this close to the mirror image of the previous control point, in units, the curve is written as
 * SVG's command `t`, which needs no control point.
 */
const TOLERANCE = 1;
/** @returns the words of a line, each as one path; undefined if no font has all letters of a word */
export function drawLine(text: string): { width: number; path: string }[] | undefined {
  const words = text.split(' ').map((word) => shapeWord(word, LETTER_SPACING));
  if (!words.every((word) => word !== undefined)) return undefined;
  return words.map(({ font, glyphs, advance }) => ({
    width: Math.round(advance),
    path: join(font, glyphs).path,
  }));
}

/** How many bytes paths add to a page. */
export function bytesOf(drawn: readonly { readonly path: string }[]): number {
  return brotliCompressSync(drawn.map(({ path }) => path).join(' ')).length;
}

/** @param spacing between letters, in em */
export function shapeWord(word: string, spacing: number): ShapedWord | undefined {
  const between = JOINED.test(word) ? 0 : spacing * UNITS;
  for (const face of faces()) {
    const font = new Font(face);
    font.setScale(UNITS, -UNITS);
    const buffer = new Buffer();
    buffer.addText(word);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const shaped = buffer.getGlyphInfosAndPositions();
    if (shaped.some(({ codepoint }) => codepoint === 0)) continue;
    let end = 0;
    const glyphs = shaped.map(({ codepoint, cluster, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const origin = Math.round(end) + xOffset;
      end += xAdvance + between;
      return { codepoint, cluster, origin, yOffset };
    });
    return { font, glyphs, advance: end - between };
  }
  return undefined;
}

/** Opens the fonts one after the other, because the first has the letters of most names. */
function* faces(): Generator<Face> {
  const others = readdirSync(FONTS).filter((file) => file.endsWith('.ttf.br'));
  for (const file of new Set([...FIRST_FONTS.map((name) => `${name}.ttf.br`), ...others])) {
    yield new Face(new Blob(brotliDecompressSync(readFileSync(new URL(file, FONTS)))));
  }
}

/** Draws glyphs as one path. A letter that occurs twice is drawn twice: this compresses better than references. */
export function join(font: Font, glyphs: readonly Glyph[]): { path: string; ink: Ink } {
  const ink = { left: Number.POSITIVE_INFINITY, right: 0, rise: 0, depth: 0 };
  const letters = glyphs.map(({ codepoint, origin, yOffset }) => {
    const path = move(font.glyphToPath(codepoint), origin, yOffset);
    for (const [, x, y] of path.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
      ink.left = Math.min(ink.left, Number(x));
      ink.right = Math.max(ink.right, Number(x));
      ink.rise = Math.max(ink.rise, -Number(y));
      ink.depth = Math.max(ink.depth, Number(y));
    }
    return path;
  });
  return { path: toRelative(letters.join('')), ink };
}

/** @param path absolute, with pairs of coordinates */
function move(path: string, right: number, down: number): string {
  return path.replace(/(-?[\d.]+)([ ,])(-?[\d.]+)/g, (_, x, between, y) => {
    return `${Math.round(Number(x)) + right}${between}${down === 0 ? y : Number(y) + down}`;
  });
}

/**
 * Makes a path a third as long: with relative whole numbers, and with `t` for curves that continue the previous curve.
 */
function toRelative(path: string): string {
  let [x, y] = [0, 0];
  let start = [0, 0];
  /** The control point of the previous curve. */
  let control: number[] | undefined;
  let last: string | undefined;
  /** Writes a command without its letter if the previous command is the same, and without spaces before "-". */
  const write = (letter: string, ...numbers: number[]) => {
    const text = numbers.join(' ').replaceAll(' -', '-');
    const separator = letter !== last ? letter : text.startsWith('-') ? '' : ' ';
    last = letter;
    return separator + text;
  };
  return path.replace(/([MLQZ])([^MLQZ]*)/g, (_, command: string, numbers: string) => {
    const from = [x, y] as const;
    const before = control;
    control = undefined;
    if (command === 'Z') {
      [x = 0, y = 0] = start;
      return write('z');
    }
    const points = (numbers.match(/-?[\d.]+/g) ?? []).map((number) => Math.round(Number(number)));
    [x = 0, y = 0] = points.slice(-2);
    const [right, down] = [x - from[0], y - from[1]];
    if (command === 'M') start = [x, y];
    if (command === 'L' && down === 0) return write('h', right);
    if (command === 'L' && right === 0) return write('v', down);
    if (command !== 'Q') return write(command.toLowerCase(), right, down);
    const [controlX = 0, controlY = 0] = points;
    const mirrored = before?.map((value, axis) => 2 * (axis === 0 ? from[0] : from[1]) - value);
    const target = [controlX, controlY];
    if (mirrored?.every((value, axis) => Math.abs(value - (target[axis] ?? 0)) <= TOLERANCE)) {
      control = mirrored;
      return write('t', right, down);
    }
    control = target;
    return write('q', controlX - from[0], controlY - from[1], right, down);
  });
}
