/** The reports that the app's back end sends about invites inside the app. */

/** What happened to an invite inside the app. */
export const appInviteActions = ['sent', 'accepted'] as const;
export type AppInviteAction = (typeof appInviteActions)[number];

export const MAX_APP_INVITES_PER_CALL = 1_000;
/** Counted in Unicode characters (code points). */
export const MAX_INVITE_ID_CHARACTERS = 128;
