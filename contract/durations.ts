export const MINUTE_MS = 60 * 1_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The day of a time, counted from January 1, 1970 (UTC). */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

export const HOURS_OF_DAY = 24;
export const DAYS_OF_WEEK = 7;

/** The hour of the day of a time, from 0 to 23 (UTC). */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) % HOURS_OF_DAY;
}

/** The date of a time in UTC, such as 2025-06-14. */
export function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A time as ISO 8601 in UTC; null if there is none. */
export function isoOrNull(at: number | null | undefined): string | null {
  return typeof at === 'number' ? new Date(at).toISOString() : null;
}

/** The last `count` days (see `dayOf`), the oldest first, today last. */
export function lastDays(count: number, now: number): number[] {
  return Array.from({ length: count }, (_, index) => dayOf(now) - count + 1 + index);
}

/** Subtracts calendar months, in UTC. If the earlier month is too short for the day, the result is its last day. */
export function monthsBefore(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - months);
  // March 31 minus one month would otherwise be in March again.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** The privacy policy promises the first two periods. Its text contains them, so text and code cannot differ. */

/** How long single views of invite pages and single clicks on them are stored, up to the end of the day. The totals stay. */
export const INVITE_EVENT_RETENTION_MONTHS = 6;
/** How long backups may contain a deleted account, from the day on which the user asks to delete the account. */
export const BACKUP_DELETION_DAYS = 90;
/** How long the acts of admins are recorded. */
export const AUDIT_RETENTION_MONTHS = 6;
