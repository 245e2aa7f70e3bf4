/** Figures and times in the reader's own locale. */
const counts = new Intl.NumberFormat();
const shortCounts = new Intl.NumberFormat(undefined, { notation: 'compact' });
const rates = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
/**
 * The server counts days in UTC, regardless of the reader's time zone.
 *
 * @returns a function that returns the text itself if it is no date
 */
function inUtc(options: Intl.DateTimeFormatOptions): (text: string) => string {
  const format = new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
  return (text) => {
    const time = Date.parse(text);
    return Number.isNaN(time) ? text : format.format(time);
  };
}
const moments = inUtc({ dateStyle: 'medium', timeStyle: 'short' });

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
/** Takes a day such as 2025-06-14. */
export const formatDay = inUtc({ month: 'short', day: 'numeric' });
/** Takes a day such as 2025-06-14. The result has the day of the week. */
export const formatLongDay = inUtc({ weekday: 'short', month: 'short', day: 'numeric' });
/** @param moment ISO 8601. The result has the year. */
export const formatDate = inUtc({ dateStyle: 'medium' });
/** @param moment ISO 8601, in UTC */
export const formatMoment = (moment: string) => `${moments(moment)} UTC`;
