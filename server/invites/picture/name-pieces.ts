import { toGraphemes } from './graphemes.ts';

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Scripts without spaces between words: Intl.Segmenter finds the words with a dictionary. */
const WITHOUT_SPACES =
  /^[[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]--\p{scx=Latn}]/v;
const AFTER_SEPARATOR = /[\s\-‐\u05be・]$/u;
/**
 * Spaces, punctuation, marks, signs that lengthen or repeat, small kana, closing brackets, and vowels that follow their
 * consonant.
 */
const NEVER_FIRST =
  /^[\p{M}\p{Lm}\p{Pe}\p{Pf}\s\-‐・…!,.:、。！，．：ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ\u0e30-\u0e3a\u0e45\u0eb0-\u0eba]/u;
/** Opening brackets, vowels that precede their consonant, and the joiner of two letters. */
const NEVER_LAST = /[\p{Ps}\p{Pi}\u0e40-\u0e44\u0ec0-\u0ec4\u200d]$/u;

/** Splits a name at each place between words where a line may end. */
export function splitWords(name: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of words.segment(name)) {
    const before = pieces.at(-1);
    if (before !== undefined && !mayBreak(before, segment)) pieces.push(pieces.pop() + segment);
    else pieces.push(segment);
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (NEVER_FIRST.test(after) || NEVER_LAST.test(before)) return false;
  if (AFTER_SEPARATOR.test(before)) return true;
  return WITHOUT_SPACES.test(after) && WITHOUT_SPACES.test(toGraphemes(before).at(-1) ?? '');
}

/** Splits a word that is too long for a line, between graphemes. */
export function splitLetters(word: string): string[] {
  const pieces: string[] = [];
  for (const letter of toGraphemes(word)) {
    const before = pieces.at(-1);
    const isBound = before !== undefined && (NEVER_FIRST.test(letter) || NEVER_LAST.test(before));
    if (isBound) pieces.push(pieces.pop() + letter);
    else pieces.push(letter);
  }
  return pieces;
}
