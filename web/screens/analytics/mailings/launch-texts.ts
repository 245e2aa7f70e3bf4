import { dayOf } from '../../../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS, nameOfDay } from '../../../../contract/launch.ts';
import type { Launch } from '../../../../contract/schemas/launch.ts';
import { formatCount } from '../parts/numbers.ts';
import { peopleOf } from '../waitlist/waitlist-texts.ts';

/** Of an act: its button, what is said once it is done, and the question before it. */
export type LaunchActTexts = readonly [name: string, said: string, question?: string];

/** @param day such as 2027-01-31 */
const nameOf = (day: string | null) => nameOfDay(dayOf(Date.parse(day ?? '')));
const STOPS = 'You can stop it until the first address is deleted.';

/** The texts of the panel *Launch*. */
export const launchTexts = {
  title: 'Launch',
  subtitle: `A launch names one day of deletion: ${LAUNCH_DELETION_DAYS} days after the launch letter is expected to end. From that day on (UTC), addresses are deleted, once you have started that here.`,
  show: 'Show Launch',
  acts: {
    'go-on': () => [
      'Go On After the Restore',
      'Mailings and launches can begin again. What was paused stays paused until you resume it.',
      'Have you looked up what was sent after the backup was made? Then mailings and launches can begin again. A letter that people have got already is sent to them once more if you send it again.',
    ],
    ask: ({ people }) => [
      `Ask ${people === 1 ? '1 Person' : `${formatCount(people)} People`} to Confirm`,
      `Asked: ${peopleOf(people)}. The letters leave within the budget. Addresses with several letters lately get none.`,
      `Write once more to ${peopleOf(people)} who signed up and never confirmed? The law of their country may not allow it. Each address is asked only once.`,
    ],
    start({ people, neverTold, day }) {
      const addresses = people === 1 ? '1 Address' : `${formatCount(people)} Addresses`;
      const isDue = Date.parse(day ?? '') <= Date.now();
      const what = `Delete ${addresses.toLowerCase()}, not before ${nameOf(day)}? ${formatCount(neverTold)} of them never got a letter.`;
      return [
        `Start the Deletion of ${addresses}`,
        `The deletion is set for its day. ${STOPS}`,
        `${what} ${isDue ? 'They are deleted within an hour. This cannot be undone.' : STOPS}`,
      ];
    },
    stop: () => ['Stop the Deletion', 'The start is taken back. It had deleted nothing.'],
  } satisfies Record<NonNullable<Launch['act']>, (launch: Launch) => LaunchActTexts>,
  day: 'A later day of deletion (UTC)',
  moveDay: (day: string): LaunchActTexts => [
    day ? `Move the Day to ${nameOf(day)}` : 'Move the Day',
    'The day is moved.',
    `Delete no address before ${day && nameOf(day)}? Letters that leave from now on name that day. It cannot be moved back.`,
  ],
} as const;
