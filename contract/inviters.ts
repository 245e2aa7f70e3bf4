/** The public profile of an inviter: plain values that browser and server both load. */

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

/** Spaces, and characters that are never visible, such as the marks that contacts add to Hebrew and Arabic names. */
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Punctuation, marks without a letter, and the vowels that Thai and Lao write before the first consonant. */
const BEFORE_INITIAL = /^[\p{P}\p{M}\u0e40-\u0e44\u0ec0-\u0ec4]/u;

/**
 * The initial that is shown if there is no portrait. It is the name's first visible grapheme that
 * `BEFORE_INITIAL` does not match. If all match, it is the first visible grapheme; if none is visible, "?".
 */
export function initialOf(names: InviterNames): string {
  const visible = graphemesOf(displayName(names)).filter((grapheme) => !INVISIBLE.test(grapheme));
  return visible.find((grapheme) => !BEFORE_INITIAL.test(grapheme)) ?? visible[0] ?? '?';
}

/** Firefox before version 125 has no segmenter. There a grapheme is one code point, which is wrong only for a few. */
function graphemesOf(text: string): string[] {
  if (!('Segmenter' in Intl)) return Array.from(text);
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
