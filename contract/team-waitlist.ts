/** Constants of what admins see of the waitlist, which browser and server both load. */

import { type Phone, phoneNouns, phones } from './phones.ts';

export const ADDRESSES_PER_PAGE = 10;
/**
 * `position` lists only people who have confirmed, because others have none; `newest` lists the last `MAX_NEWEST`
 * sign-ups. A search is always in the order `address`.
 */
export const addressOrders = ['position', 'newest', 'address'] as const;
export type AddressOrder = (typeof addressOrders)[number];
/** With more, a page far from the first would need seconds, and other reads of the dashboard would wait. */
export const MAX_NEWEST = 1_000;

/** Letters of one state are counted up to this number, because millions may wait. */
export const MAX_LETTERS_COUNTED = 1_000;
/** How many acts the dashboard shows; `./site audit` prints all. */
export const ACTS_SHOWN = 100;

/** How far a person on the waitlist has come (decision 061). The index of a state is its number in the tables. */
export const personStates = ['waiting', 'reserved', 'invited', 'in'] as const;
export type PersonState = (typeof personStates)[number];
/** TestFlight takes at most as many testers of one app. */
export const MAX_PEOPLE_PER_WAVE = 10_000;
/** What is typed for a number of people, up to `MAX_PEOPLE_PER_WAVE`. */
export const PEOPLE_PATTERN = String.raw`[1-9]\d{0,3}|10000`;
/** Which of the people who wait are next: by position, at most so many. With `phone`: only who has said to have it. */
export interface NextPeople {
  people: number;
  phone?: Phone | undefined;
  /** A chosen person without a friend in the app brings one friend who waits (decision 071). */
  withFriends?: boolean | undefined;
}

/** What a choice with friends changes. */
export interface FriendsFigures {
  /** How many of the chosen people will have a friend who is let in. */
  knowing: number;
  /** The same, if people are chosen by position alone. */
  byPosition: number;
}

const count = (people: number) => people.toLocaleString('en');

export function describeFriends(people: number, { knowing, byPosition }: FriendsFigures): string {
  return `Of these ${count(people)}, ${count(knowing)} will know somebody in the app. By place alone, without their friends, it would be ${count(byPosition)}.`;
}

/** After a number of people. */
export function withPhone(phone: Phone | undefined): string {
  return phone ? ` with an ${phoneNouns[phone]}` : '';
}

/** For the audit, such as `200 people with an iPhone`. */
export function describeNext({ people, phone, withFriends }: NextPeople): string {
  return `${people} people${withPhone(phone)}${withFriends ? ', with their friends' : ''}`;
}

/** The stores that take a file of testers, with their names. */
export const testerStores = { testflight: 'TestFlight', play: 'Google Play' } as const;
export type TesterStore = keyof typeof testerStores;
export const testerStoreOf = { iphone: 'testflight', android: 'play' } as const satisfies Readonly<
  Record<Phone, TesterStore>
>;
/** The phone that all who still belong to a wave have. */
export function phoneOfWave(
  wave: Readonly<Record<'reserved' | 'invited' | 'in', number> & Partial<Record<Phone, number>>>,
): Phone | undefined {
  const people = wave.reserved + wave.invited + wave.in;
  return phones.find((phone) => people > 0 && wave[phone] === people);
}
/** How many waves the dashboard shows; `./site waitlist waves` prints all. */
export const WAVES_SHOWN = 100;
/** In one report of the app's back end. */
export const MAX_ARRIVALS_PER_CALL = 1_000;
