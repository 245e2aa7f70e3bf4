/** How a name is set: at this size, in pixels, in these lines. */
export interface NameLines {
  size: number;
  lines: string[];
}

/** In pixels. */
export const NAME_WIDTH = 652;
export const MAX_NAME_LINES = 3;
/** So high may all lines be together. */
const MAX_HEIGHT = 246;
/** In em, from one line to the next: room for a Vietnamese letter with two marks. */
export const LINE_HEIGHT = 1.2;

const LARGEST = 176;
/** A word that has to be broken is not shown larger than this. */
const LARGEST_BROKEN = 88;
/** Chats show the picture at a quarter of its size; below this nobody could read it there. */
export const SMALLEST_NAME = 60;
const STEP = 4;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The width of a text in em. */
type Measure = (text: string) => number;

/**
 * Sets a name as large as it fits: in whole words, else with its long words broken, and where even
 * that is too long, with an ellipsis for the rest.
 */
export function setName(name: string, measure: Measure): NameLines {
  const widthOf = remember(measure);
  // A line may end after a space or a hyphen, which stay with what they follow.
  const words = name.split(/(?<=[\s\-‐])/u);
  for (let size = LARGEST; size >= SMALLEST_NAME; size -= STEP) {
    const lines = fillLines(words, NAME_WIDTH / size, widthOf);
    if (fits(lines, size, widthOf)) return { size, lines };
  }
  for (let size = LARGEST_BROKEN; ; size -= STEP) {
    const width = NAME_WIDTH / size;
    const pieces = words.flatMap((word) => breakWord(word, width, widthOf));
    const lines = fillLines(pieces, width, widthOf);
    if (fits(lines, size, widthOf)) return { size, lines };
    if (size <= SMALLEST_NAME) return { size, lines: shorten(lines, width, widthOf) };
  }
}

/** The same words are tried at every size. */
function remember(measure: Measure): Measure {
  const widths = new Map<string, number>();
  return (text) => {
    const width = widths.get(text) ?? measure(text);
    widths.set(text, width);
    return width;
  };
}

/** Puts as many pieces on each line as there is room for. One that is wider gets a line of its own. */
function fillLines(pieces: readonly string[], width: number, widthOf: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && widthOf((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

function fits(lines: readonly string[], size: number, widthOf: Measure): boolean {
  return (
    lines.length <= MAX_NAME_LINES &&
    (1 + (lines.length - 1) * LINE_HEIGHT) * size <= MAX_HEIGHT &&
    lines.every((line) => widthOf(line) * size <= NAME_WIDTH)
  );
}

/** Between letters as people count them, never within one. */
function breakWord(word: string, width: number, widthOf: Measure): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && widthOf((piece + segment).trimEnd()) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

function shorten(lines: readonly string[], width: number, widthOf: Measure): string[] {
  const kept = lines.slice(0, MAX_NAME_LINES);
  const last = [...graphemes.segment(kept.pop() ?? '')].map(({ segment }) => segment);
  const ending = () => `${last.join('').trimEnd()}…`;
  while (last.length > 0 && widthOf(ending()) > width) last.pop();
  return [...kept, ending()];
}
