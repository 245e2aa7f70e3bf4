import { MAX_APP_INVITES_PER_CALL } from '../../contract/app-invites.ts';
import { calls } from '../../contract/calls.ts';
import { MAX_NAME_CHARACTERS, MAX_PROFILE_IMAGE_URL_CHARACTERS } from '../../contract/inviters.ts';
import { INVITE_EVENT_RETENTION_MONTHS } from '../../contract/policies.ts';
import type { ErrorResponse } from '../../contract/schemas/errors.ts';
import { signInErrors } from '../../contract/sign-in.ts';
import { StorageUnavailable } from '../../storage/errors.ts';

/** An answer that is not 2xx: its status, and the sentence that a person reads. */
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

/** A message was not handed over. Says why in words that hold neither the number nor the code. */
export class SmsFailure extends Error {
  override readonly name = 'SmsFailure';
}

/** Every error that the site answers. Nothing else of what went wrong ever leaves the server. */
export const errors = {
  invalidEmail: () => new CallError(400, 'The e-mail address is not valid.'),
  invalidLimit: (max: number) => new CallError(400, `limit must be from 1 to ${max}.`),
  invalidJson: () => new CallError(400, 'The request body must be one JSON value, in UTF-8.'),
  repeatedKey: () => new CallError(400, 'The request body must name each of its keys once.'),
  unexpectedRequest: (detail: string) =>
    new CallError(400, `The request is not as expected: ${detail}.`),
  invalidId: (name: string, maxCharacters: number) =>
    new CallError(
      400,
      `The ${name} must have 1 to ${maxCharacters} characters, none of them a control character.`,
    ),
  unnameableId: () =>
    new CallError(400, 'The id must not be "." or "..", because no address can name it.'),
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
  invalidUser: () =>
    new CallError(
      400,
      'A user must have the texts id and username, may have the texts firstName and profileImageUrl, and nothing else.',
    ),
  invalidReport: () =>
    new CallError(
      400,
      'A report must have the texts inviteId, refUserId and action ("sent" or "accepted"), may have the text at, and nothing else.',
    ),
  wrongNumberOfReports: () =>
    new CallError(400, `A list must hold 1 to ${MAX_APP_INVITES_PER_CALL} reports.`),
  invalidTime: () =>
    new CallError(
      400,
      'The time at must be ISO 8601 with its offset, such as 2025-06-14T12:00:00Z.',
    ),
  futureTime: () => new CallError(400, 'The time at lies in the future.'),
  forgottenTime: () =>
    new CallError(
      400,
      `The time at lies more than ${INVITE_EVENT_RETENTION_MONTHS} months back, which is as long as single events are kept.`,
    ),
  invalidPhone: () => new CallError(400, signInErrors.invalidPhone),
  malformedRequest: () => new CallError(400, 'The request cannot be read.'),
  invalidKey: () =>
    new CallError(
      401,
      'This call is for the app’s back end, which shows its key as "Authorization: Bearer KEY".',
    ),
  invalidCode: () => new CallError(401, signInErrors.invalidCode),
  notSignedIn: () => new CallError(401, 'Please sign in.'),
  otherUser: () => new CallError(403, 'The userId is not that of whoever is signed in.'),
  notAdmin: () => new CallError(403, signInErrors.notAdminAnymore),
  failedBotCheck: () =>
    new CallError(403, 'We could not make sure that you are no robot. Please try again.'),
  crossSite: () => new CallError(403, 'This call is for the pages of this site.'),
  unknownInviter: () => new CallError(404, 'There is no such inviter.'),
  unknownCall: () => new CallError(404, 'There is no such call.'),
  wrongMethod: (allowed: string) => new CallError(405, `This address only takes ${allowed}.`),
  tooSlow: () => new CallError(408, 'The request took too long to arrive.'),
  otherInviter: () => new CallError(409, 'This invite was reported before, as somebody else’s.'),
  bodyTooLarge: () => new CallError(413, 'The request body is too large.'),
  compressedBody: () => new CallError(415, 'The request body must not be compressed.'),
  notJson: () => new CallError(415, 'The request body must be of type application/json.'),
  unmetExpectation: () =>
    new CallError(417, 'The Expect header asks for what this site does not do.'),
  tooManyRequests: (seconds: number) =>
    new CallError(
      429,
      `Too many requests from your network. Please try again in ${seconds} s.`,
      seconds,
    ),
  proofNeeded: (seconds: number) =>
    new CallError(
      429,
      `Many sign-ups came from your network. Please send the solved task of ${calls.getChallenge.path} as "proof", or try again in ${seconds} s.`,
      seconds,
      { id: 'proof-needed' },
    ),
  tooManyDashboards: () =>
    new CallError(
      429,
      'You follow the figures live on as many pages as one admin can. Close one of them first.',
      10,
    ),
  tooManyCodes: () => new CallError(429, signInErrors.tooManyRequests),
  headersTooLarge: () => new CallError(431, 'The request headers are too large.'),
  failed: () => new CallError(500, 'Something went wrong on our side. Please try again.'),
  sendFailed: () => new CallError(502, signInErrors.sendFailed),
  identityUnavailable: ({ cause }: { cause: unknown }) =>
    new CallError(503, 'We cannot sign anybody in just now. Please try again later.', 30, {
      cause,
    }),
  unavailable: () =>
    new CallError(503, 'We cannot do this just now. Please try again in a moment.', 2),
} as const;

/** What Fastify and Node call the mistakes that they notice before any code of ours runs. */
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

/** Turns whatever was thrown into an answer. What it does not know becomes a 500 that says nothing. */
export function toCallError(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  if (thrown instanceof StorageUnavailable) return errors.unavailable();
  if (thrown instanceof SmsFailure) return errors.sendFailed();
  if (!(thrown instanceof Error)) return errors.failed();
  if ('validation' in thrown && thrown.validation) return errors.unexpectedRequest(thrown.message);
  const code = 'code' in thrown ? String(thrown.code) : '';
  const known = byCode[code];
  if (known) return known();
  return code.startsWith('HPE_') || isClientsMistake(thrown)
    ? errors.malformedRequest()
    : errors.failed();
}

/** Such as a body that broke off: Fastify then says so with a status. */
function isClientsMistake(thrown: Error): boolean {
  if (!('statusCode' in thrown)) return false;
  const status = Number(thrown.statusCode);
  return status >= 400 && status < 500;
}
