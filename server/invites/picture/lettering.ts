import createBidi from 'bidi-js';
import { coverages } from './coverage.ts';
import { toGraphemes } from './graphemes.ts';
import type { Run } from './typeface.ts';
import { openTypeface } from './typefaces.ts';

// The package's types describe its ECMAScript module, but Node loads its CommonJS module, which is the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** The site's own font. It is also used for characters that are not part of the name, such as the ellipsis. */
const HOUSE = 'bricolage';
const hasLetter = new Map(coverages.map(({ font, has }) => [font, has]));

/** A part of a line, in one font and one direction. */
interface Part {
  font: string;
  /** The level of the bidirectional algorithm (UAX #9): odd is right to left. */
  level: number;
  text: string;
  /** The index in the line's text at which the part starts. */
  start: number;
}

interface PlacedRun extends Run {
  font: string;
  /** From the left end of the line, in em. */
  x: number;
}

/** A laid-out line of text. Its runs are in visual order, from left to right. All lengths are in em. */
export interface TextLayout {
  width: number;
  /** How far ink reaches above and below the baseline. */
  top: number;
  bottom: number;
  runs: readonly PlacedRun[];
}

/** Lays out and draws a name, with few fonts that together have all of its letters. */
export class Lettering {
  readonly #fonts: readonly string[];
  readonly isRightToLeft: boolean;

  /** @param name only characters that the fonts have: see `drawnName` */
  constructor(name: string) {
    this.#fonts = chooseFonts(name);
    const [paragraph] = bidi.getEmbeddingLevels(name, 'auto').paragraphs;
    this.isRightToLeft = paragraph?.level === 1;
  }

  /** @param text a part of the name */
  layOut(text: string): TextLayout {
    const runs: PlacedRun[] = [];
    let x = 0;
    for (const { font, level, text: letters } of this.#partsInVisualOrder(text)) {
      const run = openTypeface(font).layOut(letters, level % 2 === 1);
      runs.push({ ...run, font, x });
      x += run.width;
    }
    return {
      width: x,
      top: Math.max(...runs.map(({ top }) => top)),
      bottom: Math.max(...runs.map(({ bottom }) => bottom)),
      runs,
    };
  }

  /** @param x the left end of the line @param y its baseline @param size of one em; all in pixels */
  draw({ runs }: TextLayout, x: number, y: number, size: number): string {
    return runs.map((run) => openTypeface(run.font).draw(run, x + run.x * size, y, size)).join('');
  }

  #partsInVisualOrder(text: string): Part[] {
    const embedding = bidi.getEmbeddingLevels(text, this.isRightToLeft ? 'rtl' : 'ltr');
    const parts: Part[] = [];
    let start = 0;
    for (const letter of toGraphemes(text)) {
      const font = this.#fonts.find((candidate) => hasLetter.get(candidate)?.(letter)) ?? HOUSE;
      const level = embedding.levels[start] ?? 0;
      const last = parts.at(-1);
      if (last?.font === font && last.level === level) last.text += letter;
      else parts.push({ font, level, text: letter, start });
      start += letter.length;
    }
    const order = bidi.getReorderedIndices(text, embedding);
    return parts.sort((one, other) => order.indexOf(one.start) - order.indexOf(other.start));
  }
}

/**
 * Chooses the font with the most letters of the name, then the font with the most of the remaining letters, and so on.
 */
function chooseFonts(name: string): string[] {
  const fonts: string[] = [];
  let left = toGraphemes(name);
  while (left.length > 0) {
    const counted = coverages.map(({ font, has }) => ({
      font,
      has,
      count: left.filter(has).length,
    }));
    const best = counted.reduce((one, other) => (other.count > one.count ? other : one));
    if (best.count === 0) break;
    fonts.push(best.font);
    left = left.filter((letter) => !best.has(letter));
  }
  return fonts;
}
