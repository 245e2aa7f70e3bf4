import { countDoomed, LAUNCH_DELETION_DAYS } from '../../../../contract/launch.ts';
import type { Launch } from '../../../../contract/schemas/launch.ts';
import { formatCount, formatDate } from './numbers.ts';
import { peopleOf } from './waitlist-texts.ts';

const addresses = (count: number) =>
  count === 1 ? '1 address' : `${formatCount(count)} addresses`;

function daysOf({ firstAt, lastAt }: Launch['unstarted']): string {
  const [first, last] = [firstAt, lastAt].map((at) => formatDate(at ?? ''));
  return first === last ? `Day of deletion: ${first}.` : `Days of deletion: ${first} to ${last}.`;
}

/** The texts of the panel *Launch*. */
export const launchTexts = {
  title: 'Launch',
  subtitle: `Addresses are deleted ${LAUNCH_DELETION_DAYS} days after the launch letter, once you have started that here. Days are in UTC.`,
  show: 'Show Launch',
  unsent: 'No launch letter was sent. Choose it under “Write to people”.',
  elsewhere:
    'Once you have told people in another way, run “./site launch told”: then their time begins.',
  sent: (day: string) => `The newest launch letter is that of ${day}.`,
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
  figures: {
    told: ['Told', 'or may have been told'],
    open: ['Still open', 'until the mailing has ended'],
    unconfirmed: ['Never confirmed', 'not told'],
    notReached: ['Not reached', 'confirmed, but got no letter at this address'],
    deleted: ['Deleted', 'after the launch'],
  },
  kept: (toCome: Launch['toCome']) =>
    toCome
      ? [`Kept for ${toCome}`, `until the app for ${toCome} has its letter`]
      : ['Kept', 'until the next launch letter'],
  notYet: 'The deletion can be started once the mailing has ended.',
  unstarted: ({ unstarted }: Launch) =>
    `Nothing is deleted before you start it. ${daysOf(unstarted)}`,
  start: (count: number) =>
    `Start the Deletion of ${count === 1 ? '1 Address' : `${formatCount(count)} Addresses`}`,
  /** What the deletion will do. */
  sureStart({ unstarted, kept }: Launch): string {
    const { told, unconfirmed, notReached, firstAt } = unstarted;
    const isDue = Date.parse(firstAt ?? '') <= Date.now();
    const never = unconfirmed + notReached;
    return [
      `Delete ${addresses(countDoomed(unstarted))}? Told of the launch: ${formatCount(told)}.`,
      `Never told: ${formatCount(never)}${never > 0 ? `, of which ${formatCount(unconfirmed)} never confirmed, and ${formatCount(notReached)} got no letter at this address` : ''}.`,
      `Kept: ${formatCount(kept)}.`,
      daysOf(unstarted),
      isDue
        ? 'The first are deleted within an hour. This cannot be undone.'
        : 'You can stop it until the first one is deleted.',
    ].join(' ');
  },
  isStarted: 'The deletion is started.',
  started(started: NonNullable<Launch['started']>): string {
    const { at, who, deleted, lastAt } = started;
    const last = lastAt === null ? '' : `, the last on ${formatDate(lastAt)}`;
    return `The deletion was started on ${formatDate(at)} by ${who ?? 'an admin'}: ${formatCount(deleted)} deleted, ${formatCount(countDoomed(started))} left${last}.`;
  },
  stop: 'Stop the Deletion',
  canStop: 'You can stop it until the first address is deleted.',
  stopped: 'The last start is taken back. It had deleted nothing.',
} as const;
