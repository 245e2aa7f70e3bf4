import { type Static, type TProperties, Type } from 'typebox';
import type { CallSchema } from './call-schema.ts';

const count = Type.Integer({ minimum: 0 });
const textOrNull = Type.Union([Type.String(), Type.Null()]);

/** The newest launch. Times are ISO 8601 in UTC, and days such as 2027-01-31. */
const NewestLaunch = Type.Object({
  /** Counts up by 1. */
  id: Type.Integer(),
  /** When it began, and its named day of deletion. */
  at: Type.String(),
  day: Type.String(),
  /** Whether its mailing has not ended. */
  isOpen: Type.Boolean(),
  /** How many addresses it deletes: see `Doomed`. */
  told: count,
  elsewhere: count,
  unconfirmed: count,
  notReached: count,
  /** When the deletion was started, and by which phone number; null unless it was. */
  startedAt: textOrNull,
  who: textOrNull,
  deleted: count,
});
export type NewestLaunch = Static<typeof NewestLaunch>;

/** What becomes of the waitlist after the launch (decision 065). */
export const Launch = Type.Object(
  {
    /** Why no launch letter can be sent, and what to look up after a restore, as sentences. */
    trouble: textOrNull,
    restored: textOrNull,
    /** How many people wait and have never confirmed, and when they were asked to. */
    unconfirmed: count,
    askedAt: textOrNull,
    /** How many people have joined since the newest launch, or asked to be kept. */
    kept: count,
    newest: Type.Union([NewestLaunch, Type.Null()]),
  },
  { description: 'The state after the launch, as it is now.' },
);
export type Launch = Static<typeof Launch>;

const act = { method: 'POST', access: 'waitlist-fresh', response: Launch } as const;
const only = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
/** How many people the admin saw. 409 if they would be others now. */
const people = only({ people: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 }) });

/** What happens with addresses after the launch. What is done or read is recorded in the audit. */
export const launchCalls = {
  getLaunch: {
    ...act,
    method: 'GET',
    path: '/api/launch',
    summary: 'Who was told of the launch, who is kept, and which addresses are deleted when',
  },
  askUnconfirmed: {
    ...act,
    path: '/api/launch/ask',
    body: people,
    summary: 'Ask everybody to confirm who waits and has never confirmed, once',
  },
  startDeletion: {
    ...act,
    path: '/api/launch/deletion',
    body: people,
    summary: 'Let the addresses of the newest launch be deleted on its day',
  },
  stopDeletion: {
    ...act,
    path: '/api/launch/deletion/stop',
    summary: 'Take back a start of the deletion, as long as nothing was deleted',
    /** 409 unless the deletion was started at this time. */
    body: only({ startedAt: Type.String({ examples: ['2025-06-14T12:00:00Z'] }) }),
  },
  moveDeletion: {
    ...act,
    path: '/api/launch/deletion/day',
    summary: 'Move the day of deletion to a later one',
    body: only({
      day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', examples: ['2025-07-31'] }),
    }),
  },
  goOnAfterRestore: {
    ...act,
    path: '/api/launch/go-on',
    body: only({}),
    summary: 'After a restore: let mailings and launches begin again',
  },
} as const satisfies Record<string, CallSchema>;
