import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A font of this folder's `fonts`, by its name there, and what it has glyphs for. */
export interface Coverage {
  readonly font: string;
  /** Whether the font has all characters of a text. Invisible characters need no glyph. */
  readonly has: (text: string) => boolean;
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** By font: where what it covers begins and ends, in turn; each end is the first code that it lacks. */
const boundaries: Record<string, number[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fonts', 'coverage.json'), 'utf8'),
);

/**
 * All fonts, in the order in which they are tried. It is a list of its own, so that what the picture of a name
 * shows is known without opening a font: the page says it in its alternative text.
 */
export const coverages: readonly Coverage[] = Object.entries(boundaries).map(([font, codes]) => ({
  font,
  has: (text) =>
    Array.from(text).every(
      (character) =>
        INVISIBLE.test(character) || countUpTo(character.codePointAt(0) ?? 0, codes) % 2 === 1,
    ),
}));

/** How many of the sorted numbers are not above the limit. */
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
