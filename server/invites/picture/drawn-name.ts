import { initialOf } from '../../../contract/inviters.ts';
import { coverages } from './coverage.ts';
import { toGraphemes } from './graphemes.ts';

/**
 * Emoji, and other symbols that people add to their names. Each emoji of several characters has one of these characters
 * too. With the property RGI_Emoji, which describes them exactly, loading this module would take 20 ms longer.
 */
const SIGN = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{So}\u{20e3}]/v;
const LETTER = /[\p{L}\p{N}]/u;
const VISIBLE = /[[\p{L}\p{N}\p{P}\p{S}]--\p{Default_Ignorable_Code_Point}]/v;
/** Characters that reorder letters. `server/app-feed/inviter-checks.ts` refuses them in new names. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/**
 * A letter is drawn with at most five marks in a row, and with at most MAX_LETTER_CHARACTERS code points. No script
 * needs more, and a letter with more could be higher than the line.
 */
const TOO_MANY_MARKS = /(\p{M}{5})\p{M}+/gu;
const MAX_LETTER_CHARACTERS = 12;

/**
 * The part of a name that the picture shows. Symbols that no font has are left out if letters remain, and styled
 * letters are replaced by plain ones.
 *
 * @returns undefined if a letter would be missing, or nothing would be visible
 */
export function drawnName(name: string): string | undefined {
  const letters = toGraphemes(tidy(name.normalize('NFC').replace(DIRECTIONS, ''))).flatMap(
    withoutStyle,
  );
  const covered = letters.filter(isCovered);
  if (!letters.every((letter) => isCovered(letter) || SIGN.test(letter))) return undefined;
  const drawn = tidy(covered.map(withoutExtraMarks).join(''));
  const needed = covered.length === letters.length ? VISIBLE : LETTER;
  return needed.test(drawn) ? drawn : undefined;
}

/** The initial of a drawn name, as the picture shows it: a capital, if the script has capitals. */
export function drawnInitial(drawn: string): string {
  const letter = initialOf({ username: drawn });
  // The fonts have no Georgian capitals, because Georgian names do not use them. Then use the letter as it is.
  return drawnName(letter.toUpperCase()) ?? letter;
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function isCovered(letter: string): boolean {
  return coverages.some(({ has }) => has(letter));
}

/** Replaces a letter that no font has, such as 𝓩, Ⓩ or ﷺ, by the plain letters that it stands for (NFKC). */
function withoutStyle(letter: string): string[] {
  if (isCovered(letter)) return [letter];
  const plain = toGraphemes(letter.normalize('NFKC'));
  return plain.every(isCovered) ? plain : [letter];
}

function withoutExtraMarks(letter: string): string {
  return Array.from(letter.replace(TOO_MANY_MARKS, '$1')).slice(0, MAX_LETTER_CHARACTERS).join('');
}
