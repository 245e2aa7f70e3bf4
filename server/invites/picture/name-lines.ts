import { toGraphemes } from './graphemes.ts';
import { splitLetters, splitWords } from './name-pieces.ts';

/** A laid-out name: its size in pixels, and its lines. */
export interface NameLines {
  size: number;
  lines: string[];
}

/** The size of a line of text, in em. */
export interface Extent {
  width: number;
  /** How far ink reaches above and below the baseline. */
  top: number;
  bottom: number;
}

/** The maximum width of a line, in pixels. */
export const NAME_WIDTH = 652;
export const MAX_NAME_LINES = 3;
/** The maximum height of all lines together. */
const MAX_HEIGHT = 246;
/** Line height in em: room for a Vietnamese letter with two marks. */
const LINE_HEIGHT = 1.2;
/** In em, the minimum distance between the ink of two lines. */
const GAP = 0.05;

const LARGEST = 176;
/** The maximum size of a name with a broken word. */
const LARGEST_BROKEN = 88;
/** Chat apps show the picture at a quarter of its size; smaller text would be illegible. */
export const SMALLEST_NAME = 60;
const STEP = 4;

type Measure = (text: string) => Extent;

/**
 * Lays out a name in the largest size that fits: with whole words, or else with broken words, or else shortened with an
 * ellipsis.
 */
export function layOutName(name: string, measure: Measure): NameLines {
  const extentOf = cached(measure);
  const words = splitWords(name);
  for (let size = LARGEST; size >= SMALLEST_NAME; size -= STEP) {
    const lines = fillLines(words, NAME_WIDTH / size, extentOf);
    if (fits(lines, size, extentOf)) return { size, lines };
  }
  for (let size = LARGEST_BROKEN; ; size -= STEP) {
    const width = NAME_WIDTH / size;
    const pieces = words.flatMap((word) => breakWord(word, width, extentOf));
    const lines = fillLines(pieces, width, extentOf);
    if (fits(lines, size, extentOf)) return { size, lines };
    if (size <= SMALLEST_NAME) return { size, lines: shorten(lines, size, extentOf) };
  }
}

/** @returns the offset of each line from the first one, in em; larger where marks would touch */
export function lineOffsets(extents: readonly Extent[]): number[] {
  let offset = 0;
  return extents.map(({ top }, index) => {
    const above = extents[index - 1];
    if (above) offset += Math.max(LINE_HEIGHT, above.bottom + top + GAP);
    return offset;
  });
}

/** Cached, because the same words are measured for every size. */
function cached(measure: Measure): Measure {
  const extents = new Map<string, Extent>();
  return (text) => {
    const extent = extents.get(text) ?? measure(text);
    extents.set(text, extent);
    return extent;
  };
}

/** Puts as many pieces on each line as fit. A piece that is wider than a line gets its own line. */
function fillLines(pieces: readonly string[], width: number, extentOf: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && extentOf((line + piece).trimEnd()).width > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

function fits(lines: readonly string[], size: number, extentOf: Measure): boolean {
  return (
    lines.length <= MAX_NAME_LINES &&
    height(lines, extentOf) * size <= MAX_HEIGHT &&
    lines.every((line) => extentOf(line).width * size <= NAME_WIDTH)
  );
}

/** The height of all lines together, in em. */
function height(lines: readonly string[], extentOf: Measure): number {
  const extents = lines.map(extentOf);
  const first = extents[0]?.top ?? 0;
  const last = extents.at(-1)?.bottom ?? 0;
  return Math.max(1, first + last) + (lineOffsets(extents).at(-1) ?? 0);
}

function breakWord(word: string, width: number, extentOf: Measure): string[] {
  if (extentOf(word.trimEnd()).width <= width) return [word];
  return fillLines(splitLetters(word), width, extentOf);
}

/** Keeps as many lines as fit. */
function shorten(lines: readonly string[], size: number, extentOf: Measure): string[] {
  const kept = lines.slice(0, MAX_NAME_LINES);
  while (kept.length > 1 && height(kept, extentOf) * size > MAX_HEIGHT) kept.pop();
  const last = toGraphemes(kept.pop() ?? '');
  const ending = () => `${last.join('').trimEnd()}…`;
  while (last.length > 0 && extentOf(ending()).width * size > NAME_WIDTH) last.pop();
  return [...kept, ending()];
}
