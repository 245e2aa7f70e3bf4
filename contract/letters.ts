/** The rules of letters, the e-mails that the site sends to people on its waitlist (decision 053). */

/** How many letters of a kind a mailbox gets in the last 24 hours and in the last 30 days. Both limits apply. */
export const CONFIRM_LETTERS = { perDay: 1, perMonth: 3 } as const;
export const PLACE_LETTERS = { perDay: 1, perMonth: 30 } as const;
/** A person who has left the waitlist and signs up again is asked to confirm again, but not more often than this. */
export const RETURN_LETTERS = { perDay: 1, perMonth: 1 } as const;

/**
 * How long the site keeps a letter, with the address it was sent to, after it was queued. A letter that still waits then
 * is kept until it is sent. `perMonth` counts letters in this time.
 */
export const LETTER_RETENTION_DAYS = 30;

/** How many places each friend moves a member up, and how many friends count. */
export const PLACES_PER_FRIEND = 10;
export const MAX_COUNTED_FRIENDS = 20;

/** The query of a link with which a member invites friends to the waitlist. */
export const VIA_QUERY = 'via';
/** The characters of a code in such a link: digits and letters that are hard to confuse. */
export const MEMBER_CODE = /^[2-9a-hjkmnp-z]{8}$/;

/**
 * The local storage key of the time (milliseconds since 1970 UTC) at which this browser last signed up. For some days
 * the page of a letter confirms in this browser without a press of its button.
 */
export const SIGNED_UP_KEY = 'signed_up_at';
export const SIGNED_UP_DAYS = 7;

/**
 * The link of a letter is `WAITLIST_PATH#TOKEN`, and the link that only leaves `WAITLIST_PATH#leave=TOKEN`. Browsers send
 * no fragment, so no log contains the token of these links. The token for leaving is also in the path of one-click
 * unsubscribe.
 */
export const LEAVE_FRAGMENT = 'leave=';
