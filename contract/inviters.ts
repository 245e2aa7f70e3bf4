/** The public profile of an inviter (spec §3): plain values that browser and server both load. */

/** These three limits count Unicode characters (code points). */
export const MAX_INVITER_ID_CHARACTERS = 128;
export const MAX_NAME_CHARACTERS = 100;
export const MAX_PROFILE_IMAGE_URL_CHARACTERS = 2_048;

/** The names of an inviter. An empty name counts as missing. */
export interface InviterNames {
  readonly firstName?: string | null;
  readonly username?: string | null;
}

/** @returns the first name, or else the username, or else an empty text */
export function displayName({ firstName, username }: InviterNames): string {
  return firstName?.trim() || username?.trim() || '';
}

/** Punctuation and spaces, and the vowels that Thai and Lao write before the first consonant of a syllable. */
const BEFORE_INITIAL = /^[\p{P}\s\u0e40-\u0e44\u0ec0-\u0ec4]/u;

/**
 * The initial that is shown if there is no portrait (spec §2): the first grapheme of the name that `BEFORE_INITIAL`
 * does not match, or else the first grapheme, or else "?".
 */
export function initialOf(names: InviterNames): string {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const all = Array.from(graphemes.segment(displayName(names)), ({ segment }) => segment);
  return all.find((grapheme) => !BEFORE_INITIAL.test(grapheme)) ?? all[0] ?? '?';
}
