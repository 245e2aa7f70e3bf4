import { type Static, Type } from 'typebox';
import { type AndroidState, androidStates, type IosState, iosStates } from '../availability.ts';
import { type MailingKind, mailingKinds } from '../mailings.ts';
import { type CallSchema, literals, strictObject } from './call-schema.ts';

const Note = Type.Object(
  { id: Type.Integer(), words: Type.String() },
  { description: 'A line that the team has written about a day.' },
);

/** Something that may explain the figures of a day. Each has one of the fields besides `day`. */
export const Mark = Type.Object({
  /** A `day` of the answer. In hours, a note has the date. */
  day: Type.String(),
  app: Type.Optional(
    Type.Object(
      {
        ios: Type.Optional(literals<IosState | 'link'>([...iosStates, 'link'])),
        android: Type.Optional(literals<AndroidState | 'link'>([...androidStates, 'link'])),
      },
      { description: 'What changed where visitors get the app: a state, or only the link.' },
    ),
  ),
  mailing: Type.Optional(
    Type.Object(
      { kind: literals<MailingKind>(mailingKinds), part: literals(['begun', 'ended', 'whole']) },
      {
        description:
          'When the first and the last letter were accepted. Only for admins with the right to the waitlist.',
      },
    ),
  ),
  note: Type.Optional(Note),
});
export type Mark = Static<typeof Mark>;

/** Notes of the team, which are read with the days. */
export const noteCalls = {
  addNote: {
    method: 'POST',
    path: '/api/analytics/notes',
    access: 'waitlist',
    summary: 'Write a line about a day, which every admin sees beside the figures',
    body: strictObject({
      day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', examples: ['2025-06-14'] }),
      words: Type.String(),
    }),
    response: Note,
  },
  removeNote: {
    method: 'POST',
    path: '/api/analytics/notes/remove',
    access: 'waitlist',
    summary: 'Remove a line about a day',
    body: strictObject({ note: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
    response: Type.Object(
      { removed: Type.Boolean() },
      { description: 'False if there is no such note any more.' },
    ),
  },
} as const satisfies Record<string, CallSchema>;
