/**
 * The periods that the privacy policy promises and this site keeps (spec §9). The policy's text contains the constants
 * that the code enforces, so text and code cannot differ.
 */

/** For single views and clicks on invite pages. Their totals are not deleted. */
export const INVITE_EVENT_RETENTION_MONTHS = 6;
/** Counted from the day on which a user asks to delete the account. */
export const BACKUP_DELETION_DAYS = 90;
