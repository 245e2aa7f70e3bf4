import {
  INVITE_EVENT_RETENTION_MONTHS,
  MINUTE_MS,
  monthsBefore,
} from '../../contract/durations.ts';
import { MAX_INVITE_ID_CHARACTERS } from '../../contract/invite-events.ts';
import { MAX_INVITER_ID_CHARACTERS } from '../../contract/inviters.ts';
import { AppInviteReport } from '../../contract/schemas/invite-events.ts';
import type { AppInvite, AppInviteOutcome } from '../../storage/invites/app-invites.ts';
import type { Storage } from '../../storage/open.ts';
import { errors } from '../http/errors.ts';
import { checkFields, type Intake, type Result, storeValid } from './intake.ts';
import { checkId } from './inviters.ts';

/** How far the back end's clock may be ahead of ours. A time in the future is stored as the current time. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** The forms of ISO 8601 that are accepted. Each has an offset, because a local time is not one moment. */
const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Counts reports of invites that were sent or accepted in the app.
 *
 * @param reports as received
 * @param now milliseconds since 1970 UTC
 * @throws StorageUnavailable if the storage cannot confirm that the reports are stored
 */
export function storeAppInvites(
  reports: readonly unknown[],
  { appInvites }: Storage,
  now: number,
): Promise<Intake> {
  return storeValid(
    reports,
    (report) => checkAppInvite(report, now),
    async (invites) => (await appInvites.report(invites)).map(resultOf),
  );
}

function resultOf(outcome: AppInviteOutcome): Result {
  if (outcome === 'counted') return 'stored';
  if (outcome === 'repeated') return 'repeated';
  return outcome === 'other-inviter' ? errors.otherInviter() : errors.unknownInviter();
}

/**
 * Validates one report.
 *
 * @param report as received
 * @param now milliseconds since 1970 UTC
 * @throws CallError with the reason
 */
function checkAppInvite(report: unknown, now: number): AppInvite {
  // Here, because validation by the call's schema would refuse a whole list because of one report.
  const { inviteId, refUserId, action, at } = checkFields(report, AppInviteReport, 'report');
  checkId('inviteId', inviteId, MAX_INVITE_ID_CHARACTERS);
  checkId('refUserId', refUserId, MAX_INVITER_ID_CHARACTERS);
  return {
    inviteId,
    inviterId: refUserId,
    action,
    at: at === undefined ? now : checkTime(at, now),
  };
}

function checkTime(text: string, now: number): number {
  const at = checkPastTime(text, now);
  if (at < monthsBefore(now, INVITE_EVENT_RETENTION_MONTHS)) throw errors.expiredTime();
  return at;
}

/**
 * @param field its name, for the error
 * @returns milliseconds since 1970 UTC
 * @throws CallError unless the text is a time since 1970 that is not in the future
 */
export function checkPastTime(text: string, now: number, field = 'at'): number {
  const at = parseInstant(text);
  if (at === undefined) throw errors.invalidTime(field);
  if (at < 0) throw errors.earlyTime(field, text);
  if (at > now + CLOCK_SKEW_MS) throw errors.futureTime(field);
  return Math.min(at, now);
}

/**
 * Unlike `Date.parse`, refuses local times, dates that do not exist, such as 31 June, and free text with a date.
 *
 * @param text ISO 8601 with an offset
 * @returns milliseconds since 1970 UTC; undefined for any other text
 */
export function parseInstant(text: string): number | undefined {
  if (!WITH_OFFSET.test(text)) return undefined;
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    return undefined;
  }
}
