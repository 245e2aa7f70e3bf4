/** The rules of letters, the emails that the site sends to people on its waitlist (decision 053). */

/** The most letters that a mailbox gets in 24 hours (`perDay`) and in 30 days (`perMonth`). Both limits apply. */
export const CONFIRM_LETTERS = { perDay: 1, perMonth: 3 } as const;
export const PLACE_LETTERS = { perDay: 1, perMonth: 30 } as const;
/** A person who has left the waitlist and signs up again is asked to confirm again, but not more often than this. */
export const RETURN_LETTERS = { perDay: 1, perMonth: 1 } as const;

/**
 * The site keeps a letter, with its address, for this long after the letter was queued. A letter that is still waiting
 * then is kept until it is sent. The limits `perMonth` count the letters that were queued within this time.
 */
export const LETTER_RETENTION_DAYS = 30;

/** How many places each friend moves a member up, and how many friends count. */
export const PLACES_PER_FRIEND = 10;
export const MAX_COUNTED_FRIENDS = 20;

/** The query parameter with a member's code, in the link with which the member invites friends to the waitlist. */
export const VIA_QUERY = 'via';
/** A code in such a link: eight digits and letters that are hard to confuse. */
export const MEMBER_CODE = /^[2-9a-hjkmnp-z]{8}$/;

/**
 * The local storage key of the time (milliseconds since 1970 UTC) at which this browser last signed up. For
 * `SIGNED_UP_DAYS` after that, the page that a letter opens confirms in this browser without a press of the button.
 */
export const SIGNED_UP_KEY = 'signed_up_at';
export const SIGNED_UP_DAYS = 7;

/**
 * A letter has two links to the page: `WAITLIST_PATH#TOKEN` to confirm or to see the place, and
 * `WAITLIST_PATH#leave=TOKEN` to leave the waitlist. Browsers do not send fragments, so logs contain no token of these
 * links. The path of one-click unsubscribe also contains the token for leaving.
 */
export const LEAVE_FRAGMENT = 'leave=';

/** The number of waiting people is rounded to two significant digits, so smaller numbers are exact. */
export const WAITING_ROUNDED_FROM = 100;

/** Shown to a person to whose address no letter can be sent: see `isPlainAddress`. */
export const UNREACHABLE_ADDRESS =
  'We cannot send email to this address. Please check it and join again.';
