/**
 * The version of the words with which people agree to get letters: those of the letter that asks to confirm, and of the
 * page with the button. It is stored when a person confirms. The history of this file leads to the words of a version.
 */
export const CONSENT_VERSION = '2026-11-28';
