/** What happens once the app is out: everybody is told, and their addresses are deleted (decision 065). */

import type { AppPlatforms } from './availability.ts';
import { KEEP_PATH } from './screens.ts';

/** An address is deleted so many days after its launch letter, or else after the end of that mailing. */
export const LAUNCH_DELETION_DAYS = 30;

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

/** How many addresses a part of the figures has that are to be deleted. */
export function countDoomed({
  told,
  unconfirmed,
  notReached,
}: Readonly<Record<'told' | 'unconfirmed' | 'notReached', number>>): number {
  return told + unconfirmed + notReached;
}

/** @returns why no launch letter can be sent, as a sentence; undefined if one can */
export function lackOfLaunch({ ios, android }: AppPlatforms): string | undefined {
  if (ios === 'launched' || android === 'launched') return undefined;
  return 'A launch letter needs a store link: first set a platform to "launched" with its link, under App or with "./site app".';
}

/** Why a launch letter cannot be sent only to people with one phone: the clock runs for everybody. */
export const LAUNCH_FOR_ALL = 'A launch letter goes to everybody, whichever phone they have.';

/** Why people were not asked to confirm. */
export const describeNotAsked = {
  changed: 'No letters were requested, because the number of people has changed. Look at it again.',
  'no mail': 'No letters were requested, because this site sends none.',
  sent: 'No letters were requested, because the launch letter was sent already.',
  asked: 'No letters were requested, because these people were asked before.',
} as const;

/** Why the deletion of addresses was not started. */
export const describeNotStarted = {
  changed: 'Nothing was started, because the number of people has changed. Look at it again.',
  unsent:
    'Nothing was started, because no launch letter was sent: first tell people that the app is out.',
  open: 'Nothing was started, because the launch letter is still being sent. Wait until the mailing has ended, or end it.',
  started: 'The deletion is started already.',
} as const;

/** Why it was not stopped. */
export function describeNotStopped(why: 'unstarted' | { deleted: number }): string {
  if (why === 'unstarted') return 'There is nothing to stop: the deletion is not started.';
  const { deleted } = why;
  const have = deleted === 1 ? '1 address is' : `${deleted.toLocaleString('en')} addresses are`;
  return `It cannot be stopped any more: ${have} deleted already.`;
}
