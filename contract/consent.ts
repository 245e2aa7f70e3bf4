/**
 * The version of the words with which people agree to get letters: those of the letter that asks to confirm, and of the
 * page with the button. It is stored when a person confirms. `git log` of this file finds the words of a version.
 */
export const CONSENT_VERSION = '2026-11-28';
