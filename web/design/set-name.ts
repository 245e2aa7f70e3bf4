/** Sets a name as the logo: on one line, and for portrait screens on up to four. */
import {
  type Ink,
  JOINED,
  join,
  type Lettering,
  type LetteringPart,
  type Poster,
  shapeWord,
  UNITS,
} from './draw-words.ts';
import { isFromRight, wordmarkOf } from './wordmark.ts';

/** Tighter than text. */
const SPACING = -0.05;
const SCALE = 1_000 / UNITS;
const ORB_WIDTH = 568;
/** Between the sun and the outermost points of the letters beside it. */
const BESIDE_ORB = 42;
/** The sun of a name without an "o" is its full stop. */
const FULL_STOP_SCALE = 0.4;
/** Up to how many letters a name has how many lines. */
const LINES = [6, 8, 14, Number.POSITIVE_INFINITY];
const BETWEEN_LINES = 40;
const NO_INK: Ink = { left: Number.POSITIVE_INFINITY, right: 0, rise: 0, depth: 0 };

/** A part of the name while it is set. */
interface Line {
  readonly letters: { path: string; x: number }[];
  orb?: NonNullable<LetteringPart['orb']>;
  ink: Ink;
}

/** Sets a name in small letters; its first "o" is the sun. */
export function setName(name: string): Lettering {
  const { before, orb, after } = wordmarkOf(name);
  const starts = lineStarts(name, before + orb + after);
  const lines: Line[] = starts.map(() => ({ letters: [], ink: NO_INK }));
  const lineAt = (index: number) => lines[starts.findLastIndex((start) => start <= index)];
  let end = 0;
  const setSun = () => {
    const scale = orb ? riseOf(name, orb) / (ORB_WIDTH / 1.025) : FULL_STOP_SCALE;
    const left = end && end + BESIDE_ORB;
    end = left + ORB_WIDTH * scale;
    const line = orb ? lineAt(before.length) : lines.at(-1);
    if (!line) return;
    line.orb = { left, scale };
    line.ink = around(line.ink, { left, right: end, rise: ORB_WIDTH * scale, depth: 0 });
  };
  const setWord = (text: string, start: number) => {
    if (!text) return;
    const { font, glyphs } = shaped(name, text);
    const { ink } = join(font, glyphs);
    const x = Math.round((end && end + BESIDE_ORB) - ink.left * SCALE);
    for (const line of lines) {
      const own = glyphs.filter(({ cluster }) => lineAt(start + cluster) === line);
      if (own.length === 0) continue;
      const drawn = join(font, own);
      line.letters.push({ path: drawn.path, x });
      line.ink = around(line.ink, enlarged(drawn.ink, x));
    }
    end = x + ink.right * SCALE;
  };
  const fromRight = isFromRight(name);
  if (fromRight) setSun();
  setWord(before, 0);
  if (!fromRight) setSun();
  setWord(after, before.length + orb.length);
  const { rise, depth } = lines.map(({ ink }) => ink).reduce(around);
  const box = [0, -Math.round(rise), Math.round(end), Math.round(rise + depth)] as const;
  const [first] = lines;
  if (lines.length === 1 && first) return { box, parts: [partOf(first)], scale: SCALE };
  return {
    box,
    parts: lines.map((line, index) => ({ name: String(index), ...partOf(line) })),
    scale: SCALE,
    poster: posterOf(lines, box, fromRight),
  };
}

function partOf({ letters, orb }: Line): LetteringPart {
  return orb ? { letters, orb } : { letters };
}

function posterOf(lines: readonly Line[], box: Lettering['box'], fromRight: boolean): Poster {
  const [, top, width] = box;
  const scale = width / Math.max(...lines.map(({ ink }) => ink.right - ink.left));
  let lowest = 0;
  const offsets = lines.map(({ ink }, index) => {
    const baseline = lowest + scale * (ink.rise + (index > 0 ? BETWEEN_LINES : 0));
    lowest = baseline + scale * ink.depth;
    const right = fromRight ? width - scale * ink.right : -scale * ink.left;
    return [String(index), [Math.round(right), Math.round(baseline + top)]] as const;
  });
  return {
    height: Math.round(lowest),
    scale: Number(scale.toFixed(4)),
    offsets: Object.fromEntries(offsets),
  };
}

/** Where the lines begin: at words, or, in a long word, so that the longest line is as short as possible. */
function lineStarts(name: string, text: string): number[] {
  const letters = [...new Intl.Segmenter().segment(text)];
  const words = [...text.matchAll(/(?<=^|\s)\S/g)].map(({ index }) => index);
  const breaks = words.length > 1 || JOINED.test(text) ? words : letters.map(({ index }) => index);
  const count = 1 + LINES.findIndex((most) => letters.length <= most);
  if (count === 1 || breaks.length < 2) return [0];
  const { glyphs, advance } = shaped(name, text);
  const positions = breaks.map(
    (index) => glyphs.find(({ cluster }) => cluster >= index)?.origin ?? 0,
  );
  const longest = (starts: readonly number[]) =>
    Math.max(
      ...starts.map((start, line) => {
        const [from = 0, to = advance] = [start, starts[line + 1] ?? -1].map((at) => positions[at]);
        return Math.abs(to - from);
      }),
    );
  const chosen = choices(breaks.length, Math.min(count, breaks.length)).reduce((best, other) =>
    longest(other) < longest(best) ? other : best,
  );
  return chosen.map((at) => breaks[at] ?? 0);
}

/** All ways to begin `count` lines at `of` places, of which the first begins the first line. */
function choices(of: number, count: number): number[][] {
  if (count === 1) return [[0]];
  return choices(of, count - 1).flatMap((starts) => {
    const last = starts.at(-1) ?? 0;
    return Array.from({ length: of - last - 1 }, (_, more) => [...starts, last + more + 1]);
  });
}

function riseOf(name: string, text: string): number {
  const { font, glyphs } = shaped(name, text);
  return join(font, glyphs).ink.rise * SCALE;
}

function shaped(name: string, text: string) {
  const word = shapeWord(text, SPACING);
  if (word) return word;
  throw new Error(
    `Cannot set "${name}" as the logo: no font in server/invites/fonts has all its letters. Draw it in web/design/drawn-logo.ts.`,
  );
}

function enlarged({ left, right, rise, depth }: Ink, x: number): Ink {
  return {
    left: x + left * SCALE,
    right: x + right * SCALE,
    rise: rise * SCALE,
    depth: depth * SCALE,
  };
}

function around(one: Ink, other: Ink): Ink {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    rise: Math.max(one.rise, other.rise),
    depth: Math.max(one.depth, other.depth),
  };
}

/** The letters of a name that are in no font; all of them, if no font has all letters of a word. */
export function lettersWithoutFont(name: string): string[] {
  const { before, orb, after } = wordmarkOf(name);
  const parts = [before, orb, after].filter((part) => part && !shapeWord(part, 0));
  const letters = [...new Intl.Segmenter().segment(parts.join(''))].map(({ segment }) => segment);
  const missing = letters.filter((letter) => !shapeWord(letter, 0));
  return [...new Set(missing.length > 0 ? missing : letters)];
}
