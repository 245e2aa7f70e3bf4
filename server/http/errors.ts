// Long because every error response is here, except those of mailings (`server/mailings/mailing-errors.ts`).
import { MAX_NOTE_CHARACTERS, MAX_NOTES_PER_DAY } from '../../contract/analytics.ts';
import { calls } from '../../contract/calls.ts';
import { INVITE_EVENT_RETENTION_MONTHS } from '../../contract/durations.ts';
import { rightErrors, signInErrors } from '../../contract/identity.ts';
import { MAX_NAME_CHARACTERS, MAX_PROFILE_IMAGE_URL_CHARACTERS } from '../../contract/inviters.ts';
import type { ErrorResponse } from '../../contract/schemas/call-schema.ts';
import { StorageUnavailable } from '../../storage/errors.ts';

/** The value of Retry-After in seconds, for errors that do not compute it. */
const RETRY_SECONDS = { identity: 30, unavailable: 2 };

/** A response that is not 2xx: its status, and a sentence for people. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly id: ErrorResponse['id'];

  constructor(
    status: number,
    sentence: string,
    retryAfterSeconds?: number,
    { cause, id }: { cause?: unknown; id?: ErrorResponse['id'] } = {},
  ) {
    super(sentence, { cause });
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.id = id;
  }
}

/** Clients get these sentences only, never the message of an internal error. */
export const errors = {
  invalidEmail: () =>
    new CallError(400, 'Please check this address: it should look like ana@example.com.'),
  /** See `mayGetLetters`. */
  unreachableEmail: () =>
    new CallError(400, 'We cannot send email to this address. Please check it and join again.'),
  invalidLimit: (max: number) => new CallError(400, `limit must be from 1 to ${max}.`),
  invalidNote: () =>
    new CallError(
      400,
      `A note must be one line of 1 to ${MAX_NOTE_CHARACTERS} characters, none of them a control character or a change of the writing direction.`,
    ),
  invalidNoteDay: (from: string, to: string) =>
    new CallError(400, `A note must be about a day from ${from} to ${to}: charts show no others.`),
  invalidJson: () => new CallError(400, 'The request body must be one JSON value, in UTF-8.'),
  tooDeep: (levels: number) =>
    new CallError(400, `The request body must not have more than ${levels} levels.`),
  repeatedKey: () => new CallError(400, 'The request body must not contain a key twice.'),
  unexpectedRequest: (detail: string) =>
    new CallError(400, `The request is not as expected: ${detail}.`),
  invalidId: (name: string, maxCharacters: number) =>
    new CallError(
      400,
      `The ${name} must have 1 to ${maxCharacters} characters, none of them a control character.`,
    ),
  missingUsername: () => new CallError(400, 'The username must not be empty.'),
  invalidName: (name: string) =>
    new CallError(
      400,
      `The ${name} must have at most ${MAX_NAME_CHARACTERS} characters, none of them a line break, a control character, a change of the writing direction or a noncharacter (such as U+FFFE).`,
    ),
  invalidProfileImageUrl: () =>
    new CallError(
      400,
      `The profileImageUrl must be an https address, or a path of this site beginning with one "/", of at most ${MAX_PROFILE_IMAGE_URL_CHARACTERS} characters.`,
    ),
  foreignImageHost: (host: string) =>
    new CallError(400, `Profile images may not come from ${host}.`),
  wrongFields: (what: 'user' | 'row' | 'report', fields: string, problem: string) =>
    new CallError(400, `A ${what} must have ${fields}, and must have no other fields: ${problem}.`),
  confirmedTooEarly: () => new CallError(400, 'confirmed_at is before joined_at.'),
  unknownConsent: () =>
    new CallError(400, 'consent must be the version of words of this site, such as 2026-11-28.2.'),
  unconfirmedPhone: () => new CallError(400, 'A phone needs confirmed_at.'),
  wrongNumberOfReports: (most: number) =>
    new CallError(400, `A list must have 1 to ${most} reports.`),
  unknownMailEvent: (provider: string) =>
    new CallError(400, `The request body is not an event as ${provider} documents it.`),
  invalidTime: (field: string) =>
    new CallError(
      400,
      `The field "${field}" must be a time in ISO 8601 with an offset, such as 2025-06-14T12:00:00Z.`,
    ),
  futureTime: (field: string) =>
    new CallError(400, `The field "${field}" is a time in the future.`),
  earlyTime: (field: string, value: string) =>
    new CallError(400, `The field "${field}" must be a time after 1969, and is ${value}.`),
  expiredTime: () =>
    new CallError(
      400,
      `The field "at" is a time more than ${INVITE_EVENT_RETENTION_MONTHS} months ago. Single events are not kept for longer.`,
    ),
  invalidPhone: () => new CallError(400, signInErrors.invalidPhone),
  malformedRequest: () => new CallError(400, 'The request cannot be read.'),
  invalidKey: () =>
    new CallError(
      401,
      'This call is for the app’s back end, which sends its key as "Authorization: Bearer KEY".',
    ),
  invalidPassword: () =>
    new CallError(
      401,
      'This call is for the mail provider of this site, which sends a password of WEBHOOK_KEYS by basic authentication.',
    ),
  invalidCode: () => new CallError(401, signInErrors.invalidCode),
  codeReplaced: () => new CallError(401, signInErrors.codeReplaced),
  noCookie: () => new CallError(401, signInErrors.noCookie),
  notSignedIn: () => new CallError(401, 'Please sign in.'),
  otherUser: () => new CallError(403, 'The userId is not the id of the signed-in user.'),
  notAdmin: () => new CallError(403, signInErrors.notAdminAnymore),
  noRight: () => new CallError(403, rightErrors.noRight),
  codeNeeded: () => new CallError(403, rightErrors.codeNeeded, undefined, { id: 'code-needed' }),
  /** The sentence of `changeApp`. */
  invalidAvailability: (sentence: string) => new CallError(400, sentence),
  failedBotCheck: () =>
    new CallError(403, 'We could not confirm that you are not a robot. Please try again.'),
  crossSite: () => new CallError(403, 'Only pages of this site may make this call.'),
  unknownInviter: () => new CallError(404, 'There is no such inviter.'),
  unknownWave: () => new CallError(404, 'There is no such wave.'),
  unknownCall: () => new CallError(404, 'There is no call with this method and path.'),
  tooSlow: () => new CallError(408, 'The request took too long to arrive.'),
  changedApp: () =>
    new CallError(
      409,
      'Nothing was changed, because the state of the app has changed since you saw it. Look at it, and press again.',
    ),
  unchangedApp: () => new CallError(409, 'No change of the app is left to undo.'),
  tooManyNotes: (day: string) =>
    new CallError(
      409,
      `Nothing was added, because ${day} has ${MAX_NOTES_PER_DAY} notes already. Remove one of them first.`,
    ),
  changedWaves: () =>
    new CallError(
      409,
      'Nobody more was reserved, because the list has changed since you read it: people were let in, or one of the next people does not wait any more. Look at the list, and press again.',
    ),
  /** @param who the people who can be let in, after "people" */
  fewerWait: (people: number, who: string) =>
    new CallError(
      409,
      `No person was reserved, because fewer people${who} can be let in now: ${people.toLocaleString('en')}.`,
    ),
  waveOfMailing: () =>
    new CallError(
      409,
      'Nobody was invited: a mailing that has not ended invites each of these people when the mail server accepts their letter.',
    ),
  changedPeople: () =>
    new CallError(
      409,
      'Nothing was changed, because the number of people has changed. Look at it again, and then press again.',
    ),
  undoneWave: () => new CallError(409, 'The people of this wave were set back to waiting.'),
  otherInviter: () => new CallError(409, 'This invite was already reported for another user.'),
  closedWaitlist: () =>
    new CallError(
      410,
      'The app is out, so the waitlist is closed. The home page shows where to get the app.',
    ),
  pastToken: () =>
    new CallError(410, 'This link is not valid any more. You can sign up again on the home page.'),
  bodyTooLarge: () => new CallError(413, 'The request body is too large.'),
  compressedBody: () => new CallError(415, 'The request body must not be compressed.'),
  notJson: () => new CallError(415, 'The request body must be of type application/json.'),
  tooManyRequests: (seconds: number) =>
    new CallError(
      429,
      `Too many requests from your network. Please try again in ${durationOf(seconds)}.`,
      seconds,
    ),
  proofNeeded: (seconds: number) =>
    new CallError(
      429,
      `Many sign-ups came from your network. Please send the solved task of ${calls.getChallenge.path} as "proof", or try again in ${durationOf(seconds)}.`,
      seconds,
      { id: 'proof-needed' },
    ),
  tooManyCodes: () => new CallError(429, signInErrors.tooManyRequests),
  headersTooLarge: () => new CallError(431, 'The request headers are too large.'),
  failed: () => new CallError(500, 'Something went wrong on our side. Please try again.'),
  sendFailed: ({ cause }: { cause: unknown }) =>
    new CallError(502, signInErrors.sendFailed, undefined, { cause }),
  identityUnavailable: ({ cause }: { cause: unknown }) =>
    new CallError(
      503,
      'Signing in does not work right now. Please try again later.',
      RETRY_SECONDS.identity,
      { cause },
    ),
  unavailable: () =>
    new CallError(
      503,
      'This does not work right now. Please try again in a moment.',
      RETRY_SECONDS.unavailable,
    ),
} as const;

/** A duration in words: in seconds below two minutes, otherwise in minutes. */
function durationOf(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return count.toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' });
}

/** The codes of Fastify and Node for errors that occur before our code runs. */
const byCode: Readonly<Record<string, () => CallError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: errors.bodyTooLarge,
  FST_ERR_CTP_EMPTY_JSON_BODY: errors.invalidJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: errors.malformedRequest,
  FST_ERR_CTP_INVALID_JSON_BODY: errors.invalidJson,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: errors.notJson,
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: errors.notJson,
  ERR_HTTP_REQUEST_TIMEOUT: errors.tooSlow,
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
};

/** Turns a thrown value into a response. An unknown error becomes a 500 without details. */
export function toCallError(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  if (thrown instanceof StorageUnavailable) return errors.unavailable();
  if (!(thrown instanceof Error)) return errors.failed();
  if ('validation' in thrown && thrown.validation) return errors.unexpectedRequest(thrown.message);
  const code = 'code' in thrown ? String(thrown.code) : '';
  const known = byCode[code];
  if (known) return known();
  return code.startsWith('HPE_') || isClientsMistake(thrown)
    ? errors.malformedRequest()
    : errors.failed();
}

/** Fastify sets a 4xx status on its errors for faulty requests, such as a body that ends early. */
function isClientsMistake(thrown: Error): boolean {
  if (!('statusCode' in thrown)) return false;
  const status = Number(thrown.statusCode);
  return status >= 400 && status < 500;
}
