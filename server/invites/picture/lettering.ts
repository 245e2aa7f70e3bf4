import createBidi from 'bidi-js';
import { coverages } from './coverage.ts';
import { toGraphemes } from './graphemes.ts';
import type { Run } from './typeface.ts';
import { openTypeface } from './typefaces.ts';

// The package's types describe its ECMAScript module, and Node loads its CommonJS one.
const bidi = (createBidi as unknown as typeof createBidi.default)();

/** Also has characters that a name may lack, such as the ellipsis. */
const HOUSE = 'bricolage';
const hasLetter = new Map(coverages.map(({ font, has }) => [font, has]));

/** A part of a line, in one font and one direction. */
interface Part {
  font: string;
  /** The level of the bidirectional algorithm (UAX #9): odd is right to left. */
  level: number;
  text: string;
  /** Its start index in the line's text. */
  start: number;
}

interface PlacedRun extends Run {
  font: string;
  /** From the left end of the line, in em. */
  x: number;
}

/** A line of text. Its parts are in visual order, from left to right. All in em. */
export interface SetText {
  width: number;
  /** How far ink reaches above and below the line. */
  top: number;
  bottom: number;
  runs: readonly PlacedRun[];
}

/** Draws one name, in as few fonts as have all its letters. */
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
  set(text: string): SetText {
    const runs: PlacedRun[] = [];
    let x = 0;
    for (const { font, level, text: letters } of this.#partsAsSeen(text)) {
      const run = openTypeface(font).set(letters, level % 2 === 1);
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

  /** @param x where the line starts @param y its height @param size of one em; all in pixels */
  draw({ runs }: SetText, x: number, y: number, size: number): string {
    return runs.map((run) => openTypeface(run.font).draw(run, x + run.x * size, y, size)).join('');
  }

  #partsAsSeen(text: string): Part[] {
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

/** Greedy: the font with the most letters, then the one with the most of the remaining letters, and so on. */
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
