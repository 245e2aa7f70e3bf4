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
 * @param range which days are counted, as in the address; empty for all time
 * @returns a dash if that number is 0, or if the rate says nothing, because in these days more was accepted than sent
 */
export const formatRate = (percent: number, of: number, range = '') =>
  of === 0 || (range && percent > 100) ? NO_RATE : rates.format(percent);
export const NO_RATE = '–';
const changes = new Intl.NumberFormat(undefined, {
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});
/** @returns a change in percent with its sign, such as +12 */
export const formatChange = (percent: number) => changes.format(percent);
export const formatTime = (time: number) => times.format(time);
const days = inUtc({ month: 'short', day: 'numeric' });
const longDays = inUtc({ weekday: 'short', month: 'short', day: 'numeric' });
const hours = inUtc({ hour: 'numeric' });
const isHour = (time: string) => time.includes('T');
/** Takes a day such as 2025-06-14, or an hour such as 2025-06-14T10:00Z. */
export const formatDay = (time: string) => (isHour(time) ? hours(time) : days(time));
/** Takes a day such as 2025-06-14, or an hour. The result has the day of the week. */
export const formatLongDay = (time: string) =>
  isHour(time) ? `${longDays(time)}, ${hours(time)}` : longDays(time);
/** Takes a day. */
export const formatWeekday = inUtc({ weekday: 'long' });
/** @param moment ISO 8601. The result has the year. */
export const formatDate = inUtc({ dateStyle: 'medium' });
/** @param moment ISO 8601, in UTC */
export const formatMoment = (moment: string) => `${moments(moment)} UTC`;
