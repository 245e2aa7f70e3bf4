import { AUDIT_RETENTION_MONTHS } from '../../../../contract/durations.ts';
import { MAX_LETTERS_COUNTED } from '../../../../contract/team-waitlist.ts';
import { formatCount } from './numbers.ts';

/** "1,000 or more" for a number that was not counted further. */
const letters = (count: number) =>
  `${formatCount(count)}${count === MAX_LETTERS_COUNTED ? ' or more' : ''}`;

/** The texts of the tab *Waitlist*. */
export const waitlistTexts = {
  asOf: (moment: string) => `As of ${moment}`,
  hourly: 'Counted once an hour',
  cards: {
    onList: 'On the list',
    yesterday: 'New yesterday (UTC)',
    confirmed: 'Confirmed',
    left: 'Left',
  },
  notes: {
    onList: (today: string) => `${today} new today (UTC)`,
    yesterday: (confirmed: string) => `${confirmed} confirmed`,
    confirmed: (share: string) => `${share} % of the list`,
    left: 'no longer on the list',
  },
  mail: {
    off: 'New sign-ups stay unconfirmed, because this site sends no mail. docs/mail.md says how to turn it on.',
    calm: 'Mail: no letter waits, and the mail server has refused none.',
    state: (waiting: number, uncertain: number, refused: number) =>
      `Mail: ${letters(waiting)} wait, ${letters(uncertain)} unclear, ${letters(refused)} refused.`,
    waiting: 'Waiting letters leave within the budget; ./site mail list says why one waits.',
    uncertain: 'For unclear ones see ./site mail uncertain.',
    refused: 'For refused ones see ./site mail list --state refused.',
  },
  chart: {
    title: 'New and confirmed',
    subtitle: 'People on the list, by day in UTC',
    joined: 'New',
    confirmed: 'Confirmed',
  },
  people: {
    title: 'People',
    subtitle: `Each look, download and removal is recorded for ${AUDIT_RETENTION_MONTHS} months.`,
    show: 'Show Addresses',
    empty: 'Nobody has signed up yet.',
    search: 'Beginning of an address',
    find: 'Search',
    all: 'Show All',
    noMatch: (search: string) => `No address begins with “${search}”.`,
    withPosition: (range: string) => `${range} who have confirmed`,
    nobody: 'Nobody has confirmed yet, so nobody has a place.',
    orders: {
      legend: 'Order',
      place: 'By place',
      newest: 'Newest',
      address: 'By address',
    },
    download: 'Download CSV',
    downloaded: 'The download is complete.',
    remove: 'Remove',
    removeOne: (email: string) => `Remove ${email}`,
    sure: (email: string) =>
      `Remove ${email}, with its place and its letters? This cannot be undone.`,
    removeNow: 'Remove for Good',
    keep: 'Keep',
    removed: (email: string) => `${email} is erased from the waitlist.`,
    wasGone: (email: string) => `${email} was not on the waitlist any more.`,
    none: '–',
  },
  columns: {
    email: 'Address',
    place: 'Place',
    joinedAt: 'Since',
    confirmedAt: 'Confirmed',
    invitedBy: 'Who invited',
    friends: 'Friends',
  },
  audit: {
    title: 'Audit',
    open: 'Show who did what',
    close: 'Hide who did what',
  },
} as const;
