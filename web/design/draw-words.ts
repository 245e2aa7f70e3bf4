/**
 * Draws words as paths, when the pages are built: in the display face, or, for letters that it lacks, in another of
 * the fonts that draw names on invite pictures.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Blob, Buffer, Face, Font, shape } from 'harfbuzzjs';
import { wordmarkOf } from './wordmark.ts';

/** A name as a drawing with a baseline at 0 and 1,000 units per em. */
export interface Lettering {
  /** By how much the paths are enlarged. With fewer units they are shorter. */
  readonly scale?: number;
  /** As in the attribute `viewBox`. */
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly parts: readonly LetteringPart[];
}

interface LetteringPart {
  /** `logo.css` may place each named part on a separate line. */
  readonly name?: string;
  readonly letters: readonly { readonly path: string; readonly x: number }[];
  /** The sun. At scale 1 it is as high as a small "o" of the display face. */
  readonly orb?: { readonly left: number; readonly scale: number };
}

interface Word {
  readonly path: string;
  /** With the space after the last letter. */
  readonly advance: number;
  /** The outermost points: of the whole word, and how far it rises above the baseline and sinks below it. */
  readonly left: number;
  readonly right: number;
  readonly rise: number;
  readonly depth: number;
}

const FONTS = new URL('../../server/invites/fonts/', import.meta.url);
const FIRST_FONTS = ['bricolage', 'commissioner', 'latin'];
/** The letter spacing of the display font in type.css; logos are tighter. */
const LETTER_SPACING = -0.025;
const LOGO_SPACING = -0.05;
/** The resolution of drawings, in units per em, which is enough for the largest size. */
const UNITS = 400;
const LOGO_SCALE = 1_000 / UNITS;
/**
 * If a control point is this close to the mirror image of the previous control point, in units, the curve is written as
 * SVG's command `t`, which needs no control point.
 */
const TOLERANCE = 1;
/** The least box of a logo, so that a short name is not larger than the layouts allow. */
const LEAST = { width: 4_200, rise: 758, depth: 173 };
const ORB_WIDTH = 568;
/** Between the sun and the outermost points of the letters beside it. */
const BESIDE_ORB = 42;
/** The sun of a name without an "o" is its full stop. */
const FULL_STOP_SCALE = 0.4;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** @returns the words of a line, each as one path; undefined if no font has all letters of a word */
export function drawLine(text: string): { width: number; path: string }[] | undefined {
  const words = text.split(' ').map((word) => drawWord(word, LETTER_SPACING));
  if (!words.every((word) => word !== undefined)) return undefined;
  const spacing = LETTER_SPACING * UNITS;
  return words.map(({ advance, path }) => ({ width: Math.round(advance - spacing), path }));
}

/** Sets a name in small letters; its first "o" is the sun. */
export function setName(name: string): Lettering {
  const { before, orb, after } = wordmarkOf(name);
  const [first, sample, last] = [before, orb, after].map((text) => setPart(name, text));
  const letters = [];
  let end = 0;
  if (first) {
    letters.push({ path: first.path, x: -first.left });
    end = first.right - first.left;
  }
  const isSunless = !orb && RIGHT_TO_LEFT.test(name);
  const scale = sample ? sample.rise / (ORB_WIDTH / 1.025) : FULL_STOP_SCALE;
  const left = first ? end + BESIDE_ORB : 0;
  if (!isSunless) end = left + ORB_WIDTH * scale;
  if (last) {
    const x = Math.round(end + BESIDE_ORB - last.left);
    letters.push({ path: last.path, x });
    end = x + last.right;
  }
  const part = isSunless ? { letters } : { letters, orb: { left, scale } };
  const rise = Math.max(LEAST.rise, first?.rise ?? 0, last?.rise ?? 0);
  const depth = Math.max(LEAST.depth, first?.depth ?? 0, last?.depth ?? 0);
  return {
    box: [0, -rise, Math.max(LEAST.width, Math.round(end)), rise + depth],
    parts: [part],
    scale: LOGO_SCALE,
  };
}

function setPart(name: string, text: string): Word | undefined {
  if (!text) return undefined;
  const word = drawWord(text, LOGO_SPACING);
  if (word) {
    const { path, ...ink } = word;
    const enlarged = Object.entries(ink).map(([key, value]) => [key, value * LOGO_SCALE]);
    return { path, ...(Object.fromEntries(enlarged) as typeof ink) };
  }
  throw new Error(
    `Cannot set "${name}" as the logo: no font in server/invites/fonts has all its letters. Draw it in web/design/drawn-logo.ts.`,
  );
}

/** The letters of a name that are in no font; all of them, if no font has all letters of a word. */
export function lettersWithoutFont(name: string): string[] {
  const { before, orb, after } = wordmarkOf(name);
  const parts = [before, orb, after].filter((part) => part && !drawWord(part, 0));
  const letters = [...new Intl.Segmenter().segment(parts.join(''))].map(({ segment }) => segment);
  const missing = letters.filter((letter) => !drawWord(letter, 0));
  return [...new Set(missing.length > 0 ? missing : letters)];
}

/** Draws a word as one path. A letter that occurs twice is drawn twice: this compresses better than references. */
function drawWord(word: string, spacing: number): Word | undefined {
  for (const face of faces()) {
    const font = new Font(face);
    font.setScale(UNITS, -UNITS);
    const buffer = new Buffer();
    buffer.addText(word);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const glyphs = buffer.getGlyphInfosAndPositions();
    if (glyphs.every(({ codepoint }) => codepoint !== 0))
      return join(font, glyphs, spacing * UNITS);
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

type Glyphs = ReturnType<Buffer['getGlyphInfosAndPositions']>;

function join(font: Font, glyphs: Glyphs, spacing: number): Word {
  let advance = 0;
  const ink = { left: Number.POSITIVE_INFINITY, right: 0, rise: 0, depth: 0 };
  const letters = glyphs.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
    const origin = Math.round(advance) + xOffset;
    advance += xAdvance + spacing;
    const path = move(font.glyphToPath(codepoint), origin, yOffset);
    for (const [, x, y] of path.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)) {
      ink.left = Math.min(ink.left, Number(x));
      ink.right = Math.max(ink.right, Number(x));
      ink.rise = Math.max(ink.rise, -Number(y));
      ink.depth = Math.max(ink.depth, Number(y));
    }
    return path;
  });
  return { path: toRelative(letters.join('')), advance, ...ink };
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
