import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A font in the folder `fonts`, and the characters for which it has glyphs. */
export interface Coverage {
  readonly font: string;
  /** Whether the font has all characters of a text. Invisible characters need no glyph. */
  readonly has: (text: string) => boolean;
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * For each font the start and the end of each range of code points, one after the other. An end is the first code point
 * after a range.
 */
const boundaries: Record<string, number[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fonts', 'coverage.json'), 'utf8'),
);

/**
 * All fonts. If several have equally many letters of a name, the first of them is used. The list is separate from the
 * fonts. So the page's alternative text, which depends on what can be drawn, is made without opening a font.
 */
export const coverages: readonly Coverage[] = Object.entries(boundaries).map(([font, codes]) => ({
  font,
  has: (text) =>
    Array.from(text).every(
      (character) =>
        INVISIBLE.test(character) || countUpTo(character.codePointAt(0) ?? 0, codes) % 2 === 1,
    ),
}));

/** The number of sorted values that are at most the limit. */
function countUpTo(limit: number, sorted: readonly number[]): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
