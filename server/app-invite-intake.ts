import type { AppInvite, InviteOutcome, Storage } from '../storage/storage.ts';
import { checkAppInvite } from './app-invite-checks.ts';
import { CallError, errors } from './errors.ts';

/** What became of a list of reports. */
export interface Intake {
  stored: number;
  repeated: number;
  /** In the order of the list. */
  refused: { index: number; error: CallError }[];
}

/**
 * Checks reports one by one and stores the good ones together.
 *
 * @param reports as they came
 * @param now milliseconds since 1970 UTC
 * @throws StorageUnavailable when none of them may be on disk
 */
export async function takeInAppInvites(
  reports: readonly unknown[],
  { inviteEvents }: Storage,
  now: number,
): Promise<Intake> {
  const checked = reports.map((report) => check(report, now));
  const good = checked.filter((invite): invite is AppInvite => !(invite instanceof CallError));
  const outcomes = (await inviteEvents.report(good)).values();
  const results = checked.map((invite) =>
    invite instanceof CallError ? invite : resultOf(outcomes.next().value),
  );
  return {
    stored: results.filter((result) => result === 'stored').length,
    repeated: results.filter((result) => result === 'repeated').length,
    refused: [...results.entries()].flatMap(([index, error]) =>
      error instanceof CallError ? [{ index, error }] : [],
    ),
  };
}

function check(report: unknown, now: number): AppInvite | CallError {
  try {
    return checkAppInvite(report, now);
  } catch (error) {
    if (error instanceof CallError) return error;
    throw error;
  }
}

function resultOf(outcome: InviteOutcome | undefined): 'stored' | 'repeated' | CallError {
  if (outcome === 'counted') return 'stored';
  if (outcome === 'repeated') return 'repeated';
  return outcome === 'other-inviter' ? errors.otherInviter() : errors.unknownInviter();
}
