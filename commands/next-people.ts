import { Option } from 'commander';
import { phones } from '../contract/phones.ts';

/** The options of commands that choose the next people: see `NextPeople`. */
export function phoneOption(): Option {
  return new Option('--phone <phone>', 'only people who have said to have it').choices(phones);
}

export function withFriendsOption(): Option {
  return new Option(
    '--with-friends',
    'a chosen person who would know nobody in the app brings one friend from the waitlist',
  );
}
