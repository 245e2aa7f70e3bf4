/** What happens once the app is out: everybody is told, and their addresses are deleted (decision 065). */

import type { AppPlatforms } from './availability.ts';
import { dayOf } from './durations.ts';
import { KEEP_PATH } from './screens.ts';

/** The named day of deletion is so many days after the day on which the last launch letter is expected to leave. */
export const LAUNCH_DELETION_DAYS = 30;
/** An admin can move it to at most so many days from now, because it can never be moved back. */
export const MAX_MOVED_DAYS = 366;

export function keepPath(token: string): string {
  return `${KEEP_PATH}/${encodeURIComponent(token)}`;
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

/** @param letterDays on how many days the letters leave, at least 1. @returns the named day, as of `dayOf` */
export function deletionDay(at: number, letterDays: number): number {
  return dayOf(at) + letterDays - 1 + LAUNCH_DELETION_DAYS;
}

/**
 * How many addresses a launch deletes: `told` got a letter, or may have got it. The others never got one: `elsewhere` were
 * told in another way, `unconfirmed` have not confirmed, and to `notReached` it was refused, or was not sent.
 */
export type Doomed = Readonly<Record<'told' | 'elsewhere' | 'unconfirmed' | 'notReached', number>>;

export function countDoomed({ told, elsewhere, unconfirmed, notReached }: Doomed): number {
  return told + elsewhere + unconfirmed + notReached;
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

/** Why an act was refused. */
export const launchRefusals = {
  restored: RESTORED,
  changed: 'Nothing was stored, because the number of people has changed. Look at it again.',
  noMail: 'No letters were requested, because this site sends none.',
  begun: 'No letters were requested, because the launch has begun already.',
  asked: 'No letters were requested, because these people were asked before.',
  told: 'Nothing was stored, because people were told of the launch on these platforms before. See "./site launch".',
  unsent:
    'Nothing was started, because no launch letter was sent: first tell people that the app is out.',
  open: 'Nothing was started, because the launch letter is still being sent. Wait until the mailing has ended, or end it.',
  started: 'The deletion is started already.',
  stopped: 'Nothing was stopped, because this start was taken back already.',
  deleting: 'It cannot be stopped or moved any more, because addresses are deleted already.',
  earlier: `The day was not moved: it can only be moved to a later day, at most ${MAX_MOVED_DAYS} days from now.`,
} as const;
