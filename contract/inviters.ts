/** What is known of somebody who invites (spec §3): plain values that browser and server both load. */

/** All counted in Unicode characters (code points). */
export const MAX_INVITER_ID_CHARACTERS = 128;
export const MAX_NAME_CHARACTERS = 100;
export const MAX_PROFILE_IMAGE_URL_CHARACTERS = 2_048;

/** The names of an inviter, of which an empty one counts as missing. */
export interface InviterNames {
  readonly firstName?: string | null;
  readonly username?: string | null;
}

/** What an inviter is called: the first name, else the username; empty where there is neither. */
export function displayName({ firstName, username }: InviterNames): string {
  return firstName?.trim() || username?.trim() || '';
}

/** What stands in for a portrait (spec §2): the first letter of the name as people count letters, else "?". */
export function initialOf(names: InviterNames): string {
  const [first] = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(displayName(names));
  return first?.segment ?? '?';
}
