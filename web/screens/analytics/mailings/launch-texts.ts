import { countDoomed, LAUNCH_DELETION_DAYS } from '../../../../contract/launch.ts';
import type { Launch, NewestLaunch } from '../../../../contract/schemas/launch.ts';
import { formatCount, formatDate } from '../parts/numbers.ts';
import { peopleOf } from '../waitlist/waitlist-texts.ts';

const addresses = (count: number) =>
  count === 1 ? '1 Address' : `${formatCount(count)} Addresses`;

/** The texts of the panel *Launch*. */
export const launchTexts = {
  title: 'Launch',
  subtitle: `A launch names one day of deletion: ${LAUNCH_DELETION_DAYS} days after the launch letter is expected to end. From that day on (UTC), addresses are deleted, once you have started that here.`,
  show: 'Show Launch',
  unsent: 'No launch letter was sent. Choose it under “Write to people”.',
  elsewhere:
    'Once you have told people in another way, run “./site launch told”: it names the day of deletion.',
  goOn: 'Go On After the Restore',
  sureGoOn:
    'Have you looked up what was sent after the backup was made? Then mailings and launches can begin again. A letter that people have got already is sent to them once more if you send it again.',
  wentOn:
    'Mailings and launches can begin again. What was paused stays paused until you resume it.',
  neverConfirmed({ unconfirmed: count, askedAt }: Launch): string {
    const have = count === 1 ? 'has' : 'have';
    const sentence =
      count === 0
        ? 'Everybody on the list has confirmed.'
        : `${peopleOf(count)} ${have} never confirmed. Only people who have confirmed get the launch letter.`;
    return askedAt === null ? sentence : `${sentence} Asked on ${formatDate(askedAt)}.`;
  },
  ask: (count: number) =>
    `Ask ${count === 1 ? '1 Person' : `${formatCount(count)} People`} to Confirm`,
  sureAsk: (count: number) =>
    `Write once more to ${peopleOf(count)} who signed up and never confirmed? The law of their country may not allow it. You can ask only once.`,
  asked: (count: number) =>
    `Asked: ${peopleOf(count)}. The letters leave within the budget. Addresses with several letters lately get none.`,
  /** In this order. */
  figures: [
    ['told', 'Told', 'or may have been told'],
    ['elsewhere', 'Told elsewhere', 'no letter of this site'],
    ['unconfirmed', 'Never confirmed', 'no letter'],
    ['notReached', 'Not reached', 'confirmed, but has got no letter yet'],
    ['kept', 'Kept', 'asked for it, or joined since, until the next launch'],
    ['deleted', 'Deleted', 'after the launch'],
  ] as const,
  stateOf(launch: NewestLaunch): string {
    const { id, at, isOpen, startedAt, who, deleted } = launch;
    const begun = `Launch ${id} began on ${formatDate(at)}. ${dayOf(launch)}`;
    if (startedAt) {
      const left = `${formatCount(deleted)} deleted, ${formatCount(countDoomed(launch))} left`;
      const until = deleted > 0 ? '' : ' You can stop it until the first address is deleted.';
      return `${begun} The deletion was started on ${formatDate(startedAt)} by ${who ?? 'an admin'}: ${left}.${until}`;
    }
    if (isOpen) return `${begun} The deletion can be started once the mailing has ended.`;
    return `${begun} Nothing is deleted before you start it.`;
  },
  start: (count: number) => `Start the Deletion of ${addresses(count)}`,
  /** What the deletion will do. */
  sureStart(launch: NewestLaunch, kept: number): string {
    const { told, elsewhere, unconfirmed, notReached, day } = launch;
    const never = unconfirmed + notReached + elsewhere;
    const why = `told elsewhere: ${formatCount(elsewhere)}, never confirmed: ${formatCount(unconfirmed)}, not reached: ${formatCount(notReached)}`;
    return [
      `Delete ${addresses(countDoomed(launch)).toLowerCase()}? ${dayOf(launch)}`,
      `Got the letter: ${formatCount(told)}. Never got a letter: ${formatCount(never)}${never > 0 ? ` (${why})` : ''}.`,
      `Kept: ${formatCount(kept)}.`,
      Date.parse(day) <= Date.now()
        ? 'They are deleted within an hour. This cannot be undone.'
        : 'You can stop it until the first address is deleted.',
    ].join(' ');
  },
  isStarted: 'The deletion is started.',
  stop: 'Stop the Deletion',
  stopped: 'The start is taken back. It had deleted nothing.',
  day: 'A later day of deletion (UTC)',
  moveDay: (day: string) => (day ? `Move the Day to ${formatDate(day)}` : 'Move the Day'),
  sureMove: (day: string) =>
    `Delete no address before ${day && formatDate(day)}? Letters that leave from now on name that day. It cannot be moved back.`,
  moved: 'The day is moved.',
} as const;

function dayOf({ day }: NewestLaunch): string {
  return `Day of deletion: not before ${formatDate(day)}.`;
}
