/**
 * The periods that the privacy policy promises and this site keeps (spec §9). The policy is written from the constants
 * that the code enforces, so the two cannot differ.
 */

/** Single views and clicks on invite pages; the totals made from them stay. */
export const INVITE_EVENT_RETENTION_MONTHS = 6;
/** Counted from the day on which a user asks to delete the account. */
export const BACKUP_DELETION_DAYS = 90;
