import { type Static, Type } from 'typebox';
import { MINUTE_MS } from '../durations.ts';
import {
  type LetterState,
  letterStates,
  MAX_MAILING_BODY_BYTES,
  type MailingKind,
  mailingKinds,
  RECIPIENTS_SHOWN,
} from '../mailings.ts';
import { MAX_PEOPLE_PER_WAVE } from '../team-waitlist.ts';
import { type CallSchema, literals, strictObject, timeOrNull } from './call-schema.ts';
import { PhoneName } from './waitlist.ts';

const kind = literals<MailingKind>(mailingKinds);
const state = Type.Unsafe<LetterState>(Type.Union(letterStates.map((one) => Type.Literal(one))));

/** A letter of the team to many people (decision 062). Times are ISO 8601 in UTC. */
export const Mailing = Type.Object(
  {
    /** Counts up by 1, from 1. */
    id: Type.Integer(),
    at: Type.String(),
    /** The phone number of an admin, or "command line"; null when the audit has forgotten it, too. */
    who: Type.Union([Type.String(), Type.Null()]),
    kind,
    subject: Type.String(),
    words: Type.String(),
    /** The sum of `letters`. */
    people: Type.Integer(),
    /** If it went only to people who had said to have it. */
    phone: Type.Union([PhoneName, Type.Null()]),
    /** The wave that the mailing invites. */
    wave: Type.Union([Type.Integer(), Type.Null()]),
    /** When sending begins. Until then, `endMailing` takes back the whole mailing. */
    startsAt: Type.String(),
    /** A sentence; null unless it is paused. */
    pausedWhy: Type.Union([Type.String(), Type.Null()]),
    endedAt: timeOrNull,
    /** When the mail server answered the last letter; null before. */
    lastAt: timeOrNull,
    /** Why no letter is sent at present, as a sentence, and since when; null unless it is running. */
    waits: Type.Union([Type.Object({ why: Type.String(), since: Type.String() }), Type.Null()]),
    /** How many letters are in each state. */
    letters: Type.Unsafe<Record<LetterState, number>>(
      Type.Object(Object.fromEntries(letterStates.map((one) => [one, Type.Integer()]))),
    ),
    /** How many of the accepted letters came back. */
    returned: Type.Object({ bounced: Type.Integer(), complained: Type.Integer() }),
  },
  { description: 'The mailing as it is now.' },
);
export type Mailing = Static<typeof Mailing>;

export const MailingsResponse = Type.Object(
  {
    /** The newest first. */
    mailings: Type.Array(Mailing),
    /** Why the site can send none, as a sentence; null if it can. */
    trouble: Type.Union([Type.String(), Type.Null()]),
    /** Whether a test letter must be sent before the first mailing. */
    needsTest: Type.Boolean(),
  },
  { description: 'The last mailings, and whether another one can be sent.' },
);

export const Recipient = Type.Object({
  /** The number of the letter. */
  letter: Type.Integer(),
  /** Empty once the person has left, or was removed. */
  email: Type.String(),
  /** When the state began. */
  since: Type.String(),
  /** The last answer of the mail server, or a sentence of the site. */
  answer: Type.String(),
});
export type Recipient = Static<typeof Recipient>;

const text = { subject: Type.String(), words: Type.String() };
const whom = {
  kind,
  /** Of the kind `next`: how many people at most. */
  most: Type.Integer({ minimum: 1, maximum: MAX_PEOPLE_PER_WAVE }),
  /** Only people who have said to have it. A launch letter is for everybody. */
  phone: Type.Optional(PhoneName),
  /** Of the kind `next`: a chosen person without a friend in the app brings one friend who waits (decision 071). */
  withFriends: Type.Optional(Type.Boolean()),
};
/** How many waiting letters the admin saw. 409 if others wait now. */
const seen = Type.Optional(Type.Integer({ minimum: 0 }));
const number = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const written = Type.String({ pattern: '^[1-9][0-9]{0,8}$', examples: ['1'] });
const part = { mailing: written, state };

/** Changes the mailing that is being sent. 409 if it has ended, or if not as many letters wait as the admin saw. */
function act<Path extends `/api/${string}`>(path: Path, summary: string) {
  return {
    method: 'POST',
    path,
    access: 'waitlist-fresh',
    summary,
    body: strictObject({ mailing: number, waiting: seen }),
    response: Mailing,
  } as const;
}

/** Changes one letter of a mailing. 409 with a sentence if that is not possible any more. */
function actOnLetter<Path extends `/api/${string}`>(path: Path, summary: string) {
  return {
    ...act(path, summary),
    body: strictObject({ mailing: number, letter: number }),
  } as const;
}

/** Writing to many people. Each call is recorded in the audit before it is answered. */
export const mailingCalls = {
  listMailings: {
    method: 'GET',
    path: '/api/mailings',
    access: 'waitlist-fresh',
    summary: 'The last mailings, and how many of their letters are in which state',
    response: MailingsResponse,
  },
  getMailing: {
    method: 'GET',
    path: '/api/mailings/progress',
    access: 'waitlist-fresh',
    doesNotExtendSession: true,
    summary: 'How far a mailing has come',
    querystring: strictObject({ mailing: written }),
    response: Mailing,
  },
  previewMailing: {
    method: 'POST',
    path: '/api/mailings/preview',
    access: 'waitlist-fresh',
    summary: 'The letter as it would be sent, and to how many people',
    body: strictObject({ ...text, ...whom }),
    maxBodyBytes: MAX_MAILING_BODY_BYTES,
    response: Type.Object(
      {
        subject: Type.String(),
        /** Its links confirm nothing. */
        html: Type.String(),
        text: Type.String(),
        people: Type.Integer(),
        /** With friends: what they change, as a sentence. */
        friends: Type.Optional(Type.String()),
        /** How many days it needs at least, as a sentence. */
        howLong: Type.String(),
      },
      { description: 'Nothing was sent.' },
    ),
  },
  /** An empty page, into which the dashboard writes the HTML of a letter. */
  getLetterFrame: {
    method: 'GET',
    path: '/api/mailings/frame',
    access: 'waitlist',
    summary: 'An empty page for the preview of a letter, in which no script runs',
    response: Type.Unsafe<unknown>({ type: 'string' }),
    media: { type: 'text/html', description: 'A page that only the dashboard can frame.' },
  },
  testMailing: {
    method: 'POST',
    path: '/api/mailings/test',
    access: 'waitlist-fresh',
    summary: 'Send the letter to one address now, with links that confirm nothing',
    limit: { max: 20, windowMs: 10 * MINUTE_MS },
    body: strictObject({
      ...text,
      email: Type.String({ examples: ['ana@example.com'] }),
      /** With `launch`, the letter also has the paragraphs of launch letters. */
      kind: Type.Optional(kind),
      /** The letter to people who have it. */
      phone: Type.Optional(PhoneName),
    }),
    maxBodyBytes: MAX_MAILING_BODY_BYTES,
    response: Type.Object(
      { reply: Type.String() },
      { description: 'The mail server has accepted the letter, and has answered this.' },
    ),
  },
  sendMailing: {
    method: 'POST',
    path: '/api/mailings',
    access: 'waitlist-fresh',
    summary: 'Send a mailing, which begins some minutes later',
    body: strictObject({
      ...text,
      ...whom,
      /** The number of recipients that the admin saw. 409 if it has changed, or if another mailing has not ended. */
      people: number,
    }),
    maxBodyBytes: MAX_MAILING_BODY_BYTES,
    response: Mailing,
  },
  /** A pause needs no new code. So the answer has no counts, which a session with an old code may not see. */
  pauseMailing: {
    ...act('/api/mailings/pause', 'Send nothing more until it is resumed'),
    access: 'waitlist',
    body: strictObject({ mailing: number }),
    response: Type.Object(
      { paused: Type.Literal(true) },
      { description: 'Nothing more is sent. Repeating it changes nothing.' },
    ),
  },
  resumeMailing: act('/api/mailings/resume', 'Send the letters that wait'),
  endMailing: act('/api/mailings/end', 'Send nothing more: people without the letter wait again'),
  listRecipients: {
    method: 'GET',
    path: '/api/mailings/recipients',
    access: 'waitlist-fresh',
    summary: 'The first recipients of a mailing whose letters are in one state',
    querystring: strictObject(part),
    response: Type.Object(
      { rows: Type.Array(Recipient) },
      { description: `The first ${RECIPIENTS_SHOWN} recipients, in the order of \`letter\`.` },
    ),
  },
  downloadRecipients: {
    method: 'GET',
    path: '/api/mailings/recipients.csv',
    access: 'waitlist-fresh',
    summary: 'All recipients of a mailing whose letters are in one state, as CSV',
    querystring: strictObject(part),
    response: Type.Unsafe<unknown>({ type: 'string' }),
    media: { type: 'text/csv', description: 'UTF-8 with a byte order mark.' },
  },
  assumeDelivered: actOnLetter(
    '/api/mailings/delivered',
    'Count an uncertain letter as accepted, because it has arrived',
  ),
  sendLetterAgain: actOnLetter('/api/mailings/again', 'Send an uncertain or refused letter again'),
} as const satisfies Record<string, CallSchema>;
