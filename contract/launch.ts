/** The rules of a launch: everybody gets a letter about it, and later their addresses are deleted (decision 065). */

import type { AppPlatforms } from './availability.ts';
import { DAY_MS, dayOf } from './durations.ts';
import { KEEP_PATH } from './screens.ts';

/** The named day of deletion is so many days after the day on which the last launch letter is expected to be sent. */
export const LAUNCH_DELETION_DAYS = 30;
/** An admin can move it to at most so many days from now, because it can never be moved back. */
export const MAX_MOVED_DAYS = 366;

export function keepPath(token: string): string {
  return `${KEEP_PATH}/${encodeURIComponent(token)}`;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day, of `dayOf`, as letters, pages, the dashboard and commands name it, such as January 31, 2027. */
export function nameOfDay(day: number): string {
  return DATE.format(day * DAY_MS);
}

/** The platform that is not launched, if the other one is: people can be kept for it. */
export function platformToCome({ ios, android }: AppPlatforms): 'iPhone' | 'Android' | undefined {
  if (ios === 'launched') return android === 'launched' ? undefined : 'Android';
  return android === 'launched' ? 'iPhone' : undefined;
}

/** The launched platforms as a number: 1 for iOS, plus 2 for Android. */
export function launchedPlatforms({ ios, android }: AppPlatforms): number {
  return Number(ios === 'launched') + 2 * Number(android === 'launched');
}
export const BOTH_PLATFORMS = launchedPlatforms({ ios: 'launched', android: 'launched' });

/** @param letterDays on how many days the letters are sent, at least 1. @returns the named day, see `dayOf` */
export function deletionDay(at: number, letterDays: number): number {
  return dayOf(at) + letterDays - 1 + LAUNCH_DELETION_DAYS;
}

/** @returns why no launch letter can be sent, as a sentence; undefined if one can */
export function lackOfLaunch({ ios, android }: AppPlatforms): string | undefined {
  if (ios === 'launched' || android === 'launched') return undefined;
  return 'A launch letter needs a store link: first set a platform to "launched" with its link, under App or with "./site app".';
}

/** Why a launch letter cannot be sent only to people with one phone: the addresses of all are deleted. */
export const LAUNCH_FOR_ALL = 'A launch letter goes to everybody, whichever phone they have.';

/** Why nothing begins or goes on after a restore, and what to do. */
export const RESTORED =
  'Restored from a backup: the site does not know what was sent, told or deleted after the backup was made. Look it up in the log of your mail provider and in the audit. Then press “Go On After the Restore” under “Launch” in “Mailings”; after that, a paused mailing can be resumed.';
/** The same in short, where mailings are. */
export const HELD =
  'No mailing is sent after a restore before you press “Go On After the Restore” under “Launch”.';

/** Why an act was refused. */
export const launchRefusals = {
  restored: RESTORED,
  /** Also if another admin has asked, started or sent meanwhile: the panel then shows it. */
  changed:
    'Nothing was done, because the launch or the number of people has changed. Look at it again.',
  told: 'Nothing was stored, because people were told of the launch on these platforms before. See "./site launch".',
  stopped: 'Nothing was stopped, because no deletion is set.',
  deleting: 'It cannot be stopped or moved any more, because addresses are deleted already.',
  earlier: `The day was not moved: it can only be moved to a later day, at most ${MAX_MOVED_DAYS} days from now.`,
} as const;
