import { Arrival } from '../../contract/schemas/arrivals.ts';
import { MAX_ARRIVALS_PER_CALL } from '../../contract/team-waitlist.ts';
import type { Storage } from '../../storage/open.ts';
import type { Arrived } from '../../storage/people/person-states.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { checkPastTime } from '../ingest/app-invites.ts';
import { requireEmail } from '../ingest/canonical-email.ts';
import { acceptReports, checkFields, type Intake, storeValid } from '../ingest/intake.ts';

/** With which the app's back end reports who uses the app. */
export function arrivalCalls({ storage, clock }: AppParts) {
  return {
    /** Its answer does not show who is on the waitlist. */
    reportArrivals: ({ body }) =>
      acceptReports(body, MAX_ARRIVALS_PER_CALL, (reports) =>
        storeArrivals(reports, storage, clock()),
      ),
  } satisfies Partial<Handlers>;
}

/**
 * Stores who uses the app. Each valid report counts as stored, so that the result does not show who is on the waitlist.
 *
 * @param reports as received
 * @param now milliseconds since 1970 UTC
 */
export function storeArrivals(
  reports: readonly unknown[],
  { personStates }: Storage,
  now: number,
): Promise<Intake> {
  return storeValid(
    reports,
    (report) => checkArrival(report, now),
    async (arrivals) => {
      if (arrivals.length > 0) await personStates.arrive(arrivals, now);
      return arrivals.map(() => 'stored');
    },
  );
}

/** @throws CallError with the reason */
function checkArrival(report: unknown, now: number): Arrived {
  const { email, at } = checkFields(report, Arrival, 'report');
  return { email: requireEmail(email), at: at === undefined ? now : checkPastTime(at, now) };
}
