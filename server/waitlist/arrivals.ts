import { Arrival } from '../../contract/schemas/waves.ts';
import { MAX_ARRIVALS_PER_CALL } from '../../contract/team-waitlist.ts';
import type { Arrived } from '../../storage/waitlist/person-states.ts';
import { CallError, errors } from '../http/errors.ts';
import { checkPastTime } from '../ingest/app-invites.ts';
import { fieldProblem } from '../ingest/intake.ts';
import { canonicalEmail } from './canonical-email.ts';

/**
 * Validates reports of people who use the app, each by itself.
 *
 * @param reports as received
 * @param now milliseconds since 1970 UTC
 */
export function readArrivals(reports: readonly unknown[], now: number) {
  if (reports.length < 1 || reports.length > MAX_ARRIVALS_PER_CALL) {
    throw errors.wrongNumberOfReports(MAX_ARRIVALS_PER_CALL);
  }
  const arrivals: Arrived[] = [];
  const refused: { index: number; error: CallError }[] = [];
  for (const [index, report] of reports.entries()) {
    try {
      arrivals.push(readArrival(report, now));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      refused.push({ index, error });
    }
  }
  return { arrivals, refused };
}

function readArrival(report: unknown, now: number): Arrived {
  const problem = fieldProblem(report, Arrival);
  if (problem) throw errors.invalidArrival(problem);
  const { email, at } = report as Arrival;
  const canonical = canonicalEmail(email);
  if (canonical === undefined) throw errors.invalidEmail();
  return { email: canonical, at: at === undefined ? now : checkPastTime(at, now) };
}
