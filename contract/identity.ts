import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/** How an admin signs in: plain values that browser and server both load. */

/** Digits of an admin's code. */
export const CODE_LENGTH = 6;
/** The minimum length of a phone number without its spaces, the leading + included. */
export const MIN_PHONE_CHARACTERS = 10;

export const CODE_LIFETIME_MS = 5 * MINUTE_MS;
/** Longer than every user id that the site or a provider creates. */
export const MAX_USER_ID_CHARACTERS = 128;

/** How many guesses are compared with one code. Later guesses are refused. */
export const MAX_CODE_ATTEMPTS = 5;

/** A session ends after SESSION_IDLE_MS without use (see `doesNotExtendSession`), or SESSION_LIFETIME_MS in all. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFETIME_MS = 7 * DAY_MS;

/** How long after an admin has entered a code the calls with the access `waitlist-fresh` are allowed. */
export const FRESH_CODE_MS = 15 * MINUTE_MS;

export const signInErrors = {
  noPhone: 'Please enter a phone number',
  noCountryCode: 'Phone number must include country code (e.g., +1 for US)',
  phoneTooShort: 'Phone number is too short. Include country code and full number.',
  noCode: 'Please enter the verification code',
  invalidPhone: 'Invalid phone number format. Please use international format (e.g., +1234567890)',
  tooManyRequests: 'Too many requests. Please try again later.',
  /** Firebase's bot check failed because it was rendered twice in one element, or the script of Firebase is gone. */
  botCheckRendered: 'Please refresh the page and try again.',
  sendFailed: 'Failed to send verification code',
  invalidCode: 'Invalid verification code',
  /** The code or the session is bound to the browser by a cookie, which the browser did not send. */
  noCookie:
    'Your browser refuses the cookie that the sign-in needs. Allow cookies, then send a new code.',
  /** Each browser has one code for a number, the newest. */
  codeReplaced:
    'Another tab has asked for a newer code. Enter that one there, or send a new one here.',
  /**
   * The page itself counts guesses and time. If the server reported these errors, they would reveal whether a number
   * has a code, that is, whether the number is an admin's.
   */
  codeUsedUp: 'This code has been tried too often. Please send a new code.',
  codeExpired: 'This code has expired. Please send a new code.',
  /** Shown after a code was entered. */
  notAdmin: 'Access denied. You are not authorized to view this page.',
  /** Shown when a session was restored; also the message of each 403 of a call for admins. */
  notAdminAnymore: 'Access denied. You are not authorized.',
  adminCheckFailed: 'Failed to verify admin status',
  /** No answer while a code was checked; the code may still be valid. */
  noAnswer: 'There was no answer. Please check your connection and try again.',
  sessionEnded: 'Your session has ended. Please sign in again.',
  /** The page has cleared its data, but the session may still be valid. */
  signOutFailed: 'The sign-out did not reach the server: you may still be signed in.',
} as const;

/** The messages of 403 for calls that need a right, or a new code. The script of the sign-in has none of them. */
export const rightErrors = {
  noRight:
    'Only admins with the right to the waitlist may do this. Somebody can give it to you with "./site admin change".',
  codeNeeded: `Please enter a new code first: your last one is older than ${FRESH_CODE_MS / MINUTE_MS} minutes.`,
} as const;

/** Spaces and characters that are not visible, such as the marks of direction that phones add to numbers. */
const BLANKS = /[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** The other characters with which people separate the parts of a number or code: hyphens, dots, slashes, brackets. */
const SEPARATORS = /[\p{Pd}\u2212./·・()[\]（）．／]/gu;
const PLUS_SIGNS = /[\uff0b\ufe62]/g;
/** In some countries people write a zero in brackets that is not dialled after the country code. */
const NATIONAL_ZERO = /[(（]0[)）]/;

/**
 * Checks a number before the form sends it. Hyphens, dots and brackets count towards the minimum length,
 * spaces do not.
 */
export function checkPhone(text: string): { phone: string } | { error: string } {
  const phone = withPlainDigits(text.replace(BLANKS, '')).replace(PLUS_SIGNS, '+');
  if (phone === '') return { error: signInErrors.noPhone };
  if (!phone.startsWith('+')) return { error: signInErrors.noCountryCode };
  if (phone.length < MIN_PHONE_CHARACTERS) return { error: signInErrors.phoneTooShort };
  return { phone: phone.replace(NATIONAL_ZERO, '').replace(SEPARATORS, '') };
}

/** Checks a code before it is sent, and before it is compared, so that a text that is no code is no guess. */
export function checkCode(text: string): { code: string } | { error: string } {
  if (text.replace(BLANKS, '') === '') return { error: signInErrors.noCode };
  const code = withPlainDigits(text.replace(/\P{Nd}/gu, ''));
  return code.length === CODE_LENGTH ? { code } : { error: signInErrors.invalidCode };
}

/** @returns what the field of the code shows of a text: its code, or else its first characters without separators */
export function tidyCode(text: string): string {
  const checked = checkCode(text);
  if ('code' in checked) return checked.code;
  const characters = [...text.replace(BLANKS, '').replace(SEPARATORS, '')];
  return characters.slice(0, CODE_LENGTH).join('');
}

/** Replaces the decimal digits of other scripts by 0 to 9. Unicode has them in rows of ten without gaps. */
function withPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let before = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
    return String(before % 10);
  });
}
