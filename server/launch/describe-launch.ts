import { dayOf } from '../../contract/durations.ts';
import { nameOfDay, RESTORED } from '../../contract/launch.ts';
import type { LaunchFigures, NewestLaunch } from '../../storage/launch/launch-figures.ts';

const count = (people: number) => people.toLocaleString('en');
const nameOf = (at: number) => nameOfDay(dayOf(at));

/** How far the launch is, in sentences: the same in the dashboard and in `./site launch`. */
export function describeLaunch(figures: LaunchFigures): string {
  const { isRestored, newest, unconfirmed, unasked } = figures;
  if (isRestored) return RESTORED;
  if (newest) return describeNewest(newest);
  const asked =
    unconfirmed > unasked ? `, of whom you have asked ${count(unconfirmed - unasked)}` : '';
  return [
    'No launch has begun. Choose the launch letter under “Write to people”.',
    `Only people who have confirmed get it. Never confirmed: ${count(unconfirmed)}${asked}.`,
    'Once you have told people in another way, run “./site launch told”: it names the day of deletion.',
  ].join(' ');
}

function describeNewest(launch: NewestLaunch): string {
  const { id, at, day, people, told, unconfirmed, kept, mailings } = launch;
  const never = people - told;
  const why =
    mailings.length === 0
      ? 'told elsewhere'
      : `never confirmed: ${count(unconfirmed)}, not sent yet or refused: ${count(never - unconfirmed)}`;
  return [
    `Launch ${id} of ${nameOf(at)}. Day of deletion: not before ${nameOfDay(day)}.`,
    `Addresses: ${count(people)}. Got a letter, or may have got it: ${count(told)}.`,
    `Never got one: ${count(never)}${never > 0 ? ` (${why})` : ''}.`,
    `Kept, because they asked for it or joined since, until the next launch: ${count(kept)}.`,
    describeDeletion(launch),
  ].join(' ');
}

function describeDeletion({ isOpen, started_at, who, deleted }: NewestLaunch): string {
  if (started_at === null)
    return isOpen
      ? 'The deletion can be started once the mailing has ended.'
      : 'Nothing is deleted before an admin starts it.';
  const by = `by ${who ?? 'an admin'} on ${nameOf(started_at)}`;
  return deleted > 0
    ? `The deletion was started ${by}. Deleted: ${count(deleted)}.`
    : `The deletion is set for its day, ${by}. It can be stopped until the first address is deleted.`;
}
