import { daysOfRange, namedRanges } from '../../contract/analytics.ts';
import {
  DAY_MS,
  DAYS_OF_WEEK,
  dayOf,
  HOUR_MS,
  HOURS_OF_DAY,
  hourOf,
  INVITE_EVENT_RETENTION_MONTHS,
  isoDay,
  monthsBefore,
} from '../../contract/durations.ts';
import type { AnalyticsDaysResponse } from '../../contract/schemas/analytics.ts';
import type { DayStats } from '../../storage/analytics/sums.ts';
import type { Storage } from '../../storage/open.ts';

/** Some days of the dashboard, the last one included. */
export interface Range {
  from: number;
  to: number;
  /** Whether the last day is today. */
  isRunning: boolean;
}

type Times = AnalyticsDaysResponse['days'];

/** The first and the last day of which single events are stored all day. */
export function storedDays(now: number): [first: number, today: number] {
  return [firstInLog(now) + 1, dayOf(now)];
}

/** The retention deletes this day next: until then, 91 days can be compared with those before in each month. */
function firstInLog(now: number): number {
  return dayOf(monthsBefore(now, INVITE_EVENT_RETENTION_MONTHS));
}

/**
 * The days that a range of the address names, or the nearest ones: single events, and so the inviters' days, are only
 * stored for some months.
 */
export function rangeOf(text: string, now: number): Range {
  const [first, today] = storedDays(now);
  const days = namedRanges[text];
  if (days !== undefined) return { from: today - days + 1, to: today, isRunning: true };
  const ends = daysOfRange(text).map((day) => dayOf(Date.parse(day)));
  // The month of a day may not exist.
  const [from = today, to = today] = ends
    .map((day) => (Number.isNaN(day) ? today : Math.min(Math.max(day, first), today)))
    .sort((one, other) => one - other);
  return { from, to, isRunning: to === today };
}

/** What a CSV of the range is called. */
export function nameOf({ from, to }: Range): string {
  return `${dateOf(from)}-to-${dateOf(to)}`;
}

/** The last days, of which today is the last. */
export function lastRange(days: number, now: number): Range {
  return { from: dayOf(now) - days + 1, to: dayOf(now), isRunning: true };
}

/** Each day, or the hours of the only day that have begun. Times without events are included. */
export async function readTimes(
  { analytics }: Pick<Storage, 'analytics'>,
  { from, to, isRunning }: Range,
  now: number,
): Promise<Times> {
  const hours = from === to ? await analytics.hours(from) : undefined;
  const times = hours
    ? Array.from({ length: isRunning ? hourOf(now) + 1 : HOURS_OF_DAY }, (_, hour) => hour)
    : daysOf(from, to);
  const counted = hours ?? (await analytics.days({ from, to }));
  const hourOfDay = (hour: number) => hourName(from * DAY_MS + hour * HOUR_MS);
  return fill(times, counted, hours ? hourOfDay : dateOf);
}

/** Each day of a range, with zeros for those that have no events. */
export function fillDays({ from, to }: Range, counted: readonly DayStats[]): Times {
  return fill(daysOf(from, to), counted, dateOf);
}

function fill(
  times: readonly number[],
  counted: readonly DayStats[],
  nameOf: (time: number) => string,
): Times {
  const byTime = new Map(counted.map((stats) => [stats.day, stats]));
  return times.map((time) => ({
    day: nameOf(time),
    pageViews: byTime.get(time)?.pageViews ?? 0,
    downloads: byTime.get(time)?.downloads ?? 0,
  }));
}

export function dateOf(day: number): string {
  return isoDay(day * DAY_MS);
}

/** @returns the hour of a time, such as 2025-06-14T10:00Z */
export function hourName(time: number): string {
  return `${new Date(time).toISOString().slice(0, 13)}:00Z`;
}

function daysOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

export function presentRange({ from, to, isRunning }: Range) {
  return { from: dateOf(from), to: dateOf(to), isRunning };
}

type Compared = NonNullable<AnalyticsDaysResponse['range']>;

/**
 * @returns the range, with its counts up to the last full hour, and those of earlier days up to the same hour, if all of
 *   these days are stored
 */
export async function compare(
  { analytics }: Pick<Storage, 'analytics'>,
  { from, to, isRunning }: Range,
  now: number,
): Promise<Compared> {
  const hours = isRunning ? hourOf(now) : HOURS_OF_DAY;
  const length = to - from + 1;
  const counted = await analytics.sums({ from, to }, hours);
  const comparisons: Compared['comparisons'] = [];
  for (const earlier of isRunning && length === 1 ? [1, DAYS_OF_WEEK] : [length]) {
    if (from - earlier < firstInLog(now)) continue;
    const before = await analytics.sums({ from: from - earlier, to: to - earlier }, hours);
    comparisons.push({ daysEarlier: earlier, counted, before });
  }
  return { ...presentRange({ from, to, isRunning }), hours, comparisons };
}
