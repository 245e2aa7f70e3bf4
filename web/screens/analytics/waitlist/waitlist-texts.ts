import { AUDIT_RETENTION_MONTHS } from '../../../../contract/durations.ts';
import { type Phone, phoneNouns } from '../../../../contract/phones.ts';
import type { Wave } from '../../../../contract/schemas/waves.ts';
import {
  MAX_LETTERS_COUNTED,
  MAX_PEOPLE_PER_WAVE,
  phoneOfWave,
  type TesterStore,
  testerStores,
  withPhone,
} from '../../../../contract/team-waitlist.ts';
import { formatCount } from '../parts/numbers.ts';

/** "1,000 or more" for a number that was not counted further. */
const letters = (count: number) =>
  `${formatCount(count)}${count === MAX_LETTERS_COUNTED ? ' or more' : ''}`;

export const peopleOf = (count: number) =>
  count === 1 ? '1 person' : `${formatCount(count)} people`;

const inWave = (state: string) => (wave: number | null) =>
  wave === null ? state : `${state}, wave ${formatCount(wave)}`;

/** The texts of the tab *Waitlist*. */
export const waitlistTexts = {
  title: 'The list now',
  cards: {
    waiting: 'Waiting',
    invited: 'Invited',
    in: 'In',
    left: 'Left',
    confirmed: 'Confirmed',
    today: 'New today (UTC)',
  },
  notes: {
    waiting: (onList: string) => `of ${onList} on the list`,
    invited: 'not in the app yet',
    in: 'use the app',
    left: 'no longer on the list',
    confirmed: (share: string) => `${share} % of the list`,
    today: (yesterday: string) => `${yesterday} yesterday`,
  },
  phones: (iphone: number, android: number, unknown: number) =>
    `Phones of the confirmed: ${formatCount(iphone)} iPhone, ${formatCount(android)} Android, ${formatCount(unknown)} not answered.`,
  mail: {
    off: 'New sign-ups stay unconfirmed, because this site sends no mail. docs/mail.md says how to turn it on.',
    state: ({ waiting, uncertain, refused }: Record<'waiting' | 'uncertain' | 'refused', number>) =>
      `Letters, without mailings: ${letters(waiting)} waiting, ${letters(uncertain)} uncertain, ${letters(refused)} refused. “./site mail list” lists them.`,
  },
  chart: {
    title: 'New and confirmed',
    subtitle: 'People on the list, by day in UTC',
    joined: 'New',
    confirmed: 'Confirmed',
  },
  waves: {
    title: 'Let people in',
    order: {
      position: 'The next people are those with the best places, of all who have confirmed.',
      joined: 'The next people are those who signed up first, because this site sends no mail.',
    },
    steps:
      'They are reserved as a wave, and invited once you have downloaded its file for TestFlight or Google Play.',
    show: 'Show Waves',
    field: 'How many people',
    phone: 'With which phone',
    anyPhone: 'Anyone',
    onlyWith: (phone: Phone) => `Only those count who have said to have an ${phoneNouns[phone]}.`,
    takeNext: (people: string, phone?: Phone) => `Take the Next ${people}${withPhone(phone)}`,
    waiting: (count: number, phone?: Phone) =>
      count > MAX_PEOPLE_PER_WAVE
        ? `${peopleOf(count)}${withPhone(phone)} can be let in now, up to ${formatCount(MAX_PEOPLE_PER_WAVE)} at once.`
        : `${count > 0 ? peopleOf(count) : 'Nobody'}${withPhone(phone)} can be let in now.`,
    wholeNumber: `A whole number from 1 to ${MAX_PEOPLE_PER_WAVE}`,
    name: (wave: Wave) =>
      `Wave ${formatCount(wave.id)}: ${peopleOf(wave.people)}${withPhone(phoneOfWave(wave))}`,
    figures: {
      reserved: 'Reserved',
      invited: 'Invited',
      in: 'In',
      back: 'Set back',
      gone: 'Gone',
    },
    states: {
      reserved: 'Not invited yet: download its file.',
      ofMailing: (mailing: number) =>
        `Of mailing ${formatCount(mailing)}, which invites each person whose letter is accepted.`,
      invited: (moment: string) => `Invited ${moment}`,
      undone: (moment: string) => `Set back to waiting ${moment}`,
      empty: 'All people of this wave were set back or have left.',
    },
    taken: (wave: Wave) =>
      `Wave ${formatCount(wave.id)} is reserved: ${peopleOf(wave.people)}${withPhone(phoneOfWave(wave))}. Download its file to invite them.`,
    csv: (store: TesterStore) => `${testerStores[store]} CSV`,
    csvOf: (store: TesterStore, wave: number) =>
      `${testerStores[store]} CSV of wave ${formatCount(wave)}`,
    invited: (wave: Wave, store: TesterStore) =>
      `The file is complete. Invited: ${peopleOf(wave.invited)} of wave ${formatCount(wave.id)}. Add the file to your testers at ${testerStores[store]}. ${store === 'play' ? 'Google Play does not write to them: send them the link of the test yourself. ' : ''}${phoneOfWave(wave) ? '' : 'If some of them have another phone, download the other file, too.'}`.trim(),
    notInvited:
      'The file is complete, but there was no answer whether its people are invited. Please download it again.',
    undo: 'Set Back',
    sure: ({ id, reserved, invited }: Wave) =>
      `Set back ${peopleOf(reserved + invited)} of wave ${formatCount(id)} to waiting? They get their earlier places back. ${invited > 0 ? 'If a store has invited them already, download their file first, and remove them there, too.' : ''}`,
    undoNow: ({ id, reserved, invited }: Wave) =>
      `Set Back ${reserved + invited === 1 ? '1 Person' : `${formatCount(reserved + invited)} People`} of Wave ${formatCount(id)}`,
    undone: ({ id, back }: Wave) =>
      `Waiting again, at their earlier places: ${peopleOf(back)} of wave ${formatCount(id)}.`,
    reported: (moment: string) => `The app last reported who is in on ${moment}.`,
    neverReported: 'The app has not reported yet who is in: see docs/app-feed.md.',
  },
  friends: {
    label: 'With their friends',
    note: 'A chosen person without a friend in the app brings one friend from the waitlist.',
  },
  people: {
    title: 'People',
    subtitle: `Each look, download and removal is recorded for ${AUDIT_RETENTION_MONTHS} months.`,
    show: 'Show Addresses',
    empty: 'Nobody has signed up yet.',
    search: 'Beginning of an address',
    noMatch: (search: string) => `No address begins with “${search}”.`,
    withPosition: (range: string) => `${range} with a place`,
    noPositions: 'There are no places now. Only people who have confirmed and still wait have one.',
    orders: {
      legend: 'Order',
      position: 'By place',
      newest: 'Newest',
      address: 'By address',
    },
    remove: {
      text: 'Remove',
      of: (email: string) => `Remove ${email}`,
      sure: (email: string) =>
        `Remove ${email}, with its place and its letters? This cannot be undone.`,
      done: (email: string) => `${email} is erased from the waitlist.`,
      before: (email: string) => `${email} is gone from the waitlist: it was erased before.`,
    },
    back: {
      text: 'Set Back',
      of: (email: string) => `Set Back ${email}`,
      sure: (email: string) =>
        `Set ${email} back to waiting, at the earlier place? If a store has invited this person already, remove the person there, too.`,
      done: (email: string) => `${email} waits again, at the earlier place.`,
      before: (email: string) => `${email} waits already, or has left the waitlist.`,
    },
    unanswered:
      'There was no answer, so it is not known whether it was done. Search for the address to see it.',
    states: {
      waiting: () => 'Waiting',
      reserved: inWave('Reserved'),
      invited: inWave('Invited'),
      in: inWave('In'),
    },
    none: '–',
  },
} as const;
