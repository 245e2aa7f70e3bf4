/**
 * The periods that the privacy policy promises and this site keeps (spec §9). The policy's text contains the constants
 * that the code enforces, so text and code cannot differ.
 */

/** How long single views of invite pages and single clicks on them are stored. The totals are not deleted. */
export const INVITE_EVENT_RETENTION_MONTHS = 6;
/** How long backups may contain a deleted account, from the day on which the user asks to delete the account. */
export const BACKUP_DELETION_DAYS = 90;
