import { type Static, Type } from 'typebox';
import type { CallSchema } from './call-schema.ts';

const count = Type.Integer({ minimum: 0 });
/** ISO 8601 in UTC. */
const timeOrNull = Type.Union([Type.String(), Type.Null()]);

const doomed = {
  /** People who got a launch letter, or may have got it. */
  told: count,
  /** People who have not confirmed, and so got none. */
  unconfirmed: count,
  /** People who have confirmed, but could not be reached. */
  notReached: count,
  /** When the first and the last of their addresses are deleted; null if there are none. */
  firstAt: timeOrNull,
  lastAt: timeOrNull,
};

/** What becomes of the waitlist after the launch (decision 065). */
export const Launch = Type.Object(
  {
    /** Why no launch letter can be sent, as a sentence; null if one can. */
    trouble: Type.Union([Type.String(), Type.Null()]),
    /** The platform that people can be kept for; null if none is launched, or both. */
    toCome: Type.Union([Type.Literal('iPhone'), Type.Literal('Android'), Type.Null()]),
    /** When the newest launch letter was sent; null if none was. */
    sentAt: timeOrNull,
    /** How many people wait and have never confirmed, and when they were asked to. */
    unconfirmed: count,
    askedAt: timeOrNull,
    /** How many people are kept for the platform that is not launched yet. */
    kept: count,
    /** How many people the launch mailing concerns, while it has not ended. */
    open: count,
    /** Addresses whose deletion was not started. */
    unstarted: Type.Object(doomed),
    /** Addresses whose deletion was started; null if none was. */
    started: Type.Union([
      Type.Object({
        ...doomed,
        at: Type.String(),
        /** The phone number of an admin, or "command line"; null when the audit has forgotten it, too. */
        who: Type.Union([Type.String(), Type.Null()]),
        /** How many were deleted after this and earlier starts. */
        deleted: count,
        /** Whether nothing was deleted since the newest start. */
        canStop: Type.Boolean(),
      }),
      Type.Null(),
    ]),
  },
  { description: 'The state after the launch, as it is now.' },
);
export type Launch = Static<typeof Launch>;

const people = Type.Object(
  /** How many people the admin saw. 409 if they would be others now. */
  { people: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) },
  { additionalProperties: false },
);

/** What happens with addresses after the launch. Each call is recorded in the audit before it is answered. */
export const launchCalls = {
  getLaunch: {
    method: 'GET',
    path: '/api/launch',
    access: 'waitlist-fresh',
    summary: 'Who was told of the launch, who is kept, and which addresses are deleted when',
    response: Launch,
  },
  askUnconfirmed: {
    method: 'POST',
    path: '/api/launch/ask',
    access: 'waitlist-fresh',
    summary: 'Ask everybody to confirm who waits and has never confirmed, once',
    body: people,
    response: Launch,
  },
  startDeletion: {
    method: 'POST',
    path: '/api/launch/deletion',
    access: 'waitlist-fresh',
    summary: 'Let addresses be deleted when their time after the launch letter is over',
    body: people,
    response: Launch,
  },
  stopDeletion: {
    method: 'POST',
    path: '/api/launch/deletion/stop',
    access: 'waitlist-fresh',
    summary: 'Stop the deletion, as long as nothing was deleted',
    body: Type.Object({}, { additionalProperties: false }),
    response: Launch,
  },
} as const satisfies Record<string, CallSchema>;
