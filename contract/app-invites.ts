/** Limits of the reports that the app's back end sends about invites inside the app. */

export const MAX_APP_INVITES_PER_CALL = 1_000;
/** In Unicode characters (code points). */
export const MAX_INVITE_ID_CHARACTERS = 128;
