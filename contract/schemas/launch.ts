import { type Static, Type } from 'typebox';
import { type CallSchema, literals, strictObject } from './call-schema.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });
/** What an admin can do: go on after a restore, ask people who have never confirmed, start the deletion, or stop it. */
const Act = literals(['go-on', 'ask', 'start', 'stop']);

/** What becomes of the waitlist after the launch (decision 065). */
export const Launch = Type.Object(
  {
    /** How far it is, as sentences, and what can be done now. */
    state: text,
    /** Of the newest launch. */
    figures: Type.Optional(Type.Array(Type.Object({ name: text, text, note: text }))),
    act: Type.Union([Act, Type.Null()]),
    /** How many people are asked, or how many addresses are deleted, and how many of these never got a letter. */
    people: count,
    neverTold: count,
    /** The named day of deletion (UTC), such as 2027-01-31, and whether it can be moved. */
    day: Type.Union([Type.String(), Type.Null()]),
    canMove: Type.Boolean(),
  },
  { description: 'The state after the launch, as it is now.' },
);
export type Launch = Static<typeof Launch>;

const call = { path: '/api/launch', access: 'waitlist-fresh', response: Launch } as const;

/** What happens with addresses after the launch. What is done or read is recorded in the audit. */
export const launchCalls = {
  getLaunch: {
    ...call,
    method: 'GET',
    summary: 'Who got the launch letter, who is kept, and which addresses are deleted when',
  },
  actOnLaunch: {
    ...call,
    method: 'POST',
    summary: 'Do what can be done now',
    /** How many people the admin saw. 409 if they would be others now. */
    body: strictObject({ act: Act, people: count }),
  },
  moveDeletion: {
    ...call,
    method: 'POST',
    path: '/api/launch/day',
    summary: 'Move the day of deletion to a later one',
    body: strictObject({
      day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', examples: ['2025-07-31'] }),
    }),
  },
} as const satisfies Record<string, CallSchema>;
