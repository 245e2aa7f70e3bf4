import { DAY_MS, dayOf } from '../../contract/durations.ts';
import { nameOfDay, RESTORED } from '../../contract/launch.ts';
import type { Launch } from '../../contract/schemas/launch.ts';
import type { LaunchFigures, NewestLaunch } from '../../storage/launch/launch-figures.ts';

const count = (people: number) => people.toLocaleString('en');
const nameOf = (at: number) => nameOfDay(dayOf(at));
/** A date in the width of a figure, such as Jan 31, 2027. */
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** How far the launch is, in sentences and figures: the same in the dashboard and in `./site launch`. */
export function describeLaunch(figures: LaunchFigures): Pick<Launch, 'state' | 'figures'> {
  const { isRestored, newest, unconfirmed, unasked } = figures;
  if (isRestored) return { state: RESTORED };
  if (newest) {
    const name = `Launch ${newest.id} of ${nameOf(newest.at)}.`;
    return { state: `${name} ${describeDeletion(newest)}`, figures: figuresOf(newest) };
  }
  const asked =
    unconfirmed > unasked ? `, of whom you have asked ${count(unconfirmed - unasked)}` : '';
  const sentences = [
    'No launch has begun. Choose the launch letter under “Write to people”.',
    `Only people who have confirmed get it. Never confirmed: ${count(unconfirmed)}${asked}.`,
    'Once you have told people in another way, run “./site launch told”: it names the day of deletion.',
  ];
  return { state: sentences.join(' ') };
}

function figuresOf({ day, people, told, unconfirmed, kept, mailings }: NewestLaunch) {
  const never = people - told;
  const why =
    mailings.length === 0
      ? 'told elsewhere'
      : `never confirmed: ${count(unconfirmed)}, not sent yet or refused: ${count(never - unconfirmed)}`;
  return [
    { name: 'Day of deletion', text: DATE.format(day * DAY_MS), note: 'not before this day (UTC)' },
    { name: 'Addresses', text: count(people), note: '' },
    { name: 'Got a letter', text: count(told), note: 'or may have got it' },
    { name: 'Never got one', text: count(never), note: never > 0 ? why : '' },
    { name: 'Kept for the next launch', text: count(kept), note: 'asked for it or joined since' },
  ];
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
