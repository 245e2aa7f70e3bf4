import { type Static, Type } from 'typebox';
import { MAX_PEOPLE_PER_WAVE, type TesterStore, testerStores } from '../team-waitlist.ts';
import { type CallSchema, strictObject, timeOrNull } from './call-schema.ts';
import { PhoneName } from './waitlist.ts';

/** How many of the people have said to have the phone. */
const havePhone = { iphone: Type.Integer(), android: Type.Integer() };

/** People who are let in together (decision 061). Times are ISO 8601 in UTC. */
export const Wave = Type.Object(
  {
    /** Counts up by 1, from 1. */
    id: Type.Integer(),
    at: Type.String(),
    /** The phone number of an admin, or "command line"; null when the audit has forgotten it, too. */
    who: Type.Union([Type.String(), Type.Null()]),
    /** The sum of the next five. */
    people: Type.Integer(),
    reserved: Type.Integer(),
    invited: Type.Integer(),
    in: Type.Integer(),
    /** Who was set back to waiting. */
    back: Type.Integer(),
    /** Who has left, or was removed. */
    gone: Type.Integer(),
    /** When they were invited, because the whole file had been downloaded. */
    takenAt: timeOrNull,
    undoneAt: timeOrNull,
    /** The mailing that invites its people as their letters are accepted; null for a wave whose file is downloaded. */
    mailing: Type.Union([Type.Integer(), Type.Null()]),
    ...havePhone,
  },
  { description: 'The wave as it is now.' },
);
export type Wave = Static<typeof Wave>;

export const WavesResponse = Type.Object(
  {
    /** The newest first. */
    waves: Type.Array(Wave),
    /** How many people can be let in next. */
    waiting: Type.Integer(),
    ...havePhone,
    /** `position`: those who have confirmed. `joined`: by the time of the sign-up, as the site sends no mail. */
    order: Type.Union([Type.Literal('position'), Type.Literal('joined')]),
    /** When the app last reported who is in; null if it never did. */
    reportedAt: timeOrNull,
  },
  { description: 'Who was let in, and how many wait.' },
);
export type WavesResponse = Static<typeof WavesResponse>;

const wave = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const ofWave = strictObject({ wave });

/**
 * Letting people in. All are recorded in the audit before they are answered. 404 for an unknown wave, and 409 with a
 * sentence if others have changed what the admin saw.
 */
export const waveCalls = {
  listWaves: {
    method: 'GET',
    path: '/api/waitlist/waves',
    access: 'waitlist-fresh',
    summary: 'Who was let in together, and how many people wait',
    response: WavesResponse,
  },
  takePeople: {
    method: 'POST',
    path: '/api/waitlist/waves',
    access: 'waitlist-fresh',
    summary: 'Reserve the next people for a wave',
    body: strictObject({
      people: Type.Integer({ minimum: 1, maximum: MAX_PEOPLE_PER_WAVE }),
      /** Only people who have said to have it. */
      phone: Type.Optional(PhoneName),
      /** By position only: a chosen person without a friend in the app brings one friend who waits. */
      withFriends: Type.Optional(Type.Boolean()),
      /** The id of the newest wave that the admin saw, 0 for none. 409 if there is a newer one, or fewer wait. */
      seen: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 2 }),
    }),
    response: Wave,
  },
  downloadTesters: {
    method: 'GET',
    path: '/api/waitlist/testers.csv',
    access: 'waitlist-fresh',
    summary: 'The people of a wave, in a file that a store takes',
    querystring: strictObject({
      wave: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
      store: Type.Unsafe<TesterStore>(
        Type.Union(Object.keys(testerStores).map((store) => Type.Literal(store))),
      ),
    }),
    response: Type.Unsafe<unknown>({ type: 'string' }),
    media: {
      type: 'text/csv',
      description:
        'UTF-8 without a header. For TestFlight: first name, last name, address; the names are empty. For Google Play: one address per line.',
    },
  },
  inviteWave: {
    method: 'POST',
    path: '/api/waitlist/waves/invite',
    access: 'waitlist-fresh',
    summary: 'Confirm that the whole file of a wave was downloaded: its people are invited',
    body: ofWave,
    response: Wave,
  },
  undoWave: {
    method: 'POST',
    path: '/api/waitlist/waves/undo',
    access: 'waitlist-fresh',
    summary: 'Undo a wave: its people wait again, except those who use the app already',
    body: strictObject({
      wave,
      /** How many people the admin saw who would wait again. 409 if they would be others now. */
      people: Type.Integer({ minimum: 0 }),
    }),
    response: Wave,
  },
  moveBack: {
    method: 'POST',
    path: '/api/waitlist/back',
    access: 'waitlist-fresh',
    summary: 'Set one person back to waiting',
    body: strictObject({ email: Type.String() }),
    response: Type.Object(
      { moved: Type.Boolean() },
      { description: 'Whether the person was reserved, invited or in.' },
    ),
  },
} as const satisfies Record<string, CallSchema>;
