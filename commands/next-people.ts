import { Option } from 'commander';
import { phones } from '../contract/phones.ts';

/** The options of commands that choose the next people: see `NextPeople`. */
export function phoneOption(): Option {
  return new Option('--phone <phone>', 'only people who have said to have it').choices(phones);
}

export function withFriendsOption(): Option {
  return new Option(
    '--with-friends',
    'each of the next people who would know nobody inside brings one friend who waits; people who are passed over for that come first next time',
  );
}
