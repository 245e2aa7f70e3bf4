import { MAX_INVITE_ID_CHARACTERS } from '../../contract/app-invites.ts';
import { monthsBefore } from '../../contract/durations.ts';
import { MAX_INVITER_ID_CHARACTERS } from '../../contract/inviters.ts';
import { INVITE_EVENT_RETENTION_MONTHS } from '../../contract/policies.ts';
import { AppInviteReport } from '../../contract/schemas/app-invites.ts';
import type { AppInvite } from '../../storage/interface/invites.ts';
import { errors } from '../http/errors.ts';
import { fieldProblem } from './field-problem.ts';
import { parseInstant } from './instant.ts';
import { checkId } from './inviter-checks.ts';

/** How far the back end's clock may be ahead of ours. A time in the future is stored as the current time. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Validates one report.
 *
 * @param report as received
 * @param now milliseconds since 1970 UTC
 * @throws CallError with the reason
 */
export function checkAppInvite(report: unknown, now: number): AppInvite {
  const { inviteId, refUserId, action, at } = checkFields(report);
  checkId('inviteId', inviteId, MAX_INVITE_ID_CHARACTERS);
  checkId('refUserId', refUserId, MAX_INVITER_ID_CHARACTERS);
  return {
    inviteId,
    inviterId: refUserId,
    action,
    at: at === undefined ? now : checkTime(at, now),
  };
}

/** Checks the types here: validation by the call's schema would refuse a whole list because of one report. */
function checkFields(report: unknown): AppInviteReport {
  const problem = fieldProblem(report, AppInviteReport);
  if (problem) throw errors.invalidReport(problem);
  return report as AppInviteReport;
}

function checkTime(text: string, now: number): number {
  const at = parseInstant(text);
  if (at === undefined) throw errors.invalidTime();
  if (at > now + CLOCK_SKEW_MS) throw errors.futureTime();
  if (at < monthsBefore(now, INVITE_EVENT_RETENTION_MONTHS)) throw errors.expiredTime();
  return Math.min(at, now);
}
