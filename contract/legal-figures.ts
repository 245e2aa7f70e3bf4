/**
 * The figures and words that our legal texts promise (spec §§8 and 9), each with its unit in its name. The
 * promises that this website itself keeps are in `durations.ts`.
 */

export const MIN_AGE_YEARS = 18;

/** Counted from the moment at which a direct or group message is sent. */
export const MESSAGE_RETENTION_MONTHS = 12;
/** Counted from the end of the event, for the guest list, answers, event chat and photos. */
export const EVENT_DATA_RETENTION_MONTHS = 6;
export const LOCATION_RETENTION_MONTHS = 3;
export const TECHNICAL_LOG_RETENTION_MONTHS = 6;
/** Counted from the day of the request to delete an account. */
export const ACCOUNT_DELETION_DAYS = 30;

/** How long both sides try to settle a dispute by talking before arbitration may begin. */
export const INFORMAL_RESOLUTION_DAYS = 30;
/** Counted from the day on which a user first accepts the terms. */
export const ARBITRATION_OPT_OUT_DAYS = 30;
/** In US dollars. If the user paid more in the year before the claim, that amount is the cap. */
export const LIABILITY_CAP_USD = 100;

/** The keywords with which a person can answer our text messages. */
export const smsKeywords = { optOut: 'STOP', optBackIn: 'START', support: 'HELP' } as const;
