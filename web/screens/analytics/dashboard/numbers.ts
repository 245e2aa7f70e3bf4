/** Figures and times in the reader's own locale. */
const counts = new Intl.NumberFormat();
const shortCounts = new Intl.NumberFormat(undefined, { notation: 'compact' });
const rates = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
// The server counts days in UTC, regardless of the reader's time zone.
const shortDays = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const longDays = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const moments = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export const formatCount = (count: number) => counts.format(count);
/** @returns a short form, such as 1.2K */
export const formatShortCount = (count: number) => shortCounts.format(count);
/**
 * @param percent such as 25.9. The label of each rate has the % sign.
 * @param of the number that is 100 %
 * @returns a dash if that number is 0
 */
export const formatRate = (percent: number, of: number) => (of === 0 ? '–' : rates.format(percent));
export const formatTime = (time: number) => times.format(time);
/** @param day such as 2025-06-14 */
export const formatDay = (day: string) => format(shortDays, day);
/** @param day such as 2025-06-14; with the day of the week */
export const formatLongDay = (day: string) => format(longDays, day);
/** @param moment ISO 8601, in UTC */
export const formatMoment = (moment: string) => `${format(moments, moment)} UTC`;

/** @returns the text itself if it is no date */
function format(formatter: Intl.DateTimeFormat, text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : formatter.format(time);
}
