import { type Static, Type } from 'typebox';
import {
  type AddressOrder,
  addressOrders,
  MAX_LETTERS_COUNTED,
  type PersonState,
  personStates,
} from '../team-waitlist.ts';
import { type CallSchema, literals, strictObject, timeOrNull } from './call-schema.ts';
import { PhoneName } from './waitlist.ts';

/** One address of the waitlist. Times are ISO 8601 in UTC. Files with addresses have the fields in this order. */
export const ListedAddress = Type.Object({
  /** Null for people who have not confirmed, and for those who are invited or in. */
  position: Type.Union([Type.Integer(), Type.Null()]),
  email: Type.String(),
  joinedAt: Type.String(),
  confirmedAt: timeOrNull,
  /** The name of the inviter whose link was used, or else the address of the member who was credited. */
  invitedBy: Type.Union([Type.String(), Type.Null()]),
  /** How many people were credited to this address. */
  friends: Type.Integer(),
  state: literals<PersonState>(personStates),
  /** The wave that the person belongs to. */
  wave: Type.Union([Type.Integer(), Type.Null()]),
  /** The version of the words to which the person agreed by confirming. */
  consent: Type.Union([Type.String(), Type.Null()]),
  /** Null for people who have not said which phone they have. */
  phone: Type.Union([PhoneName, Type.Null()]),
});
export type ListedAddress = Static<typeof ListedAddress>;

const letters = Type.Integer({ maximum: MAX_LETTERS_COUNTED });

export const WaitlistFiguresResponse = Type.Object(
  {
    onList: Type.Integer(),
    confirmed: Type.Integer(),
    left: Type.Integer(),
    /** Without people who are invited or in; `onList` includes them. */
    invited: Type.Integer(),
    in: Type.Integer(),
    /** Of those who have confirmed, who has said to have it. */
    iphone: Type.Integer(),
    android: Type.Integer(),
    /** The last 90 days, the oldest first, today (UTC) last. */
    days: Type.Array(
      Type.Object({
        /** The date in UTC, such as 2025-06-14. */
        day: Type.String(),
        joined: Type.Integer(),
        confirmed: Type.Integer(),
        left: Type.Integer(),
      }),
    ),
    /** How many letters are in these states; null if the site sends none. */
    mail: Type.Union([
      Type.Object({ waiting: letters, uncertain: letters, refused: letters }),
      Type.Null(),
    ]),
  },
  { description: 'The counts of the list as it is now, without addresses.' },
);
export type WaitlistFiguresResponse = Static<typeof WaitlistFiguresResponse>;

export const AddressesResponse = Type.Object(
  {
    rows: Type.Array(ListedAddress),
    /** How many addresses there are on all pages. */
    matching: Type.Integer(),
    /** How many of them are before this page. It is the last page if the requested one is beyond it. */
    from: Type.Integer(),
  },
  { description: 'One page of addresses.' },
);

export const AuditResponse = Type.Object(
  {
    /** The newest first. */
    entries: Type.Array(
      Type.Object({
        at: Type.String(),
        /** A phone number, "command line" or "ADMIN_PHONES". */
        who: Type.String(),
        /** What they did, as the middle of a sentence. */
        act: Type.String(),
        detail: Type.String(),
      }),
    ),
  },
  { description: 'The last acts of admins, without addresses.' },
);

/** What admins see of the waitlist. A call that shows addresses is recorded in the audit before it is answered. */
export const teamWaitlistCalls = {
  getWaitlistFigures: {
    method: 'GET',
    path: '/api/waitlist/figures',
    access: 'waitlist',
    summary: 'How many people are on the waitlist, and how many joined on each of the last days',
    response: WaitlistFiguresResponse,
  },
  /** A body, because a search is a part of an address, and a URL may be logged by a proxy. */
  listAddresses: {
    method: 'POST',
    path: '/api/waitlist/addresses',
    access: 'waitlist-fresh',
    summary: 'A page of the addresses on the waitlist, or of those that begin with a text',
    body: strictObject({
      search: Type.Optional(Type.String()),
      order: literals<AddressOrder>(addressOrders),
      /** How many addresses are before the page. */
      from: Type.Integer({ minimum: 0 }),
    }),
    response: AddressesResponse,
  },
  downloadAddresses: {
    method: 'GET',
    path: '/api/waitlist.csv',
    access: 'waitlist-fresh',
    summary: 'All addresses on the waitlist, as CSV',
    response: Type.Unsafe<unknown>({ type: 'string' }),
    media: { type: 'text/csv', description: 'UTF-8 with a byte order mark. Sorted by address.' },
  },
  removeAddress: {
    method: 'POST',
    path: '/api/waitlist/remove',
    access: 'waitlist-fresh',
    summary: 'Erase an address of the waitlist, as the command does',
    body: strictObject({ email: Type.String() }),
    response: Type.Object(
      { removed: Type.Boolean() },
      { description: 'Whether there was anything to remove.' },
    ),
  },
  getAudit: {
    method: 'GET',
    path: '/api/audit',
    access: 'waitlist',
    summary: 'What admins did lately',
    response: AuditResponse,
  },
} as const satisfies Record<string, CallSchema>;
