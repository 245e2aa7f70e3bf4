import type { InviteOutcome } from '../../storage/interface/invites.ts';
import type { Storage } from '../../storage/storage.ts';
import { errors } from '../http/errors.ts';
import { checkAppInvite } from './app-invite-checks.ts';
import { type Intake, type Result, storeValid } from './intake.ts';

/**
 * Counts reports of invites that were sent or accepted in the app.
 *
 * @param reports as received
 * @param now milliseconds since 1970 UTC
 * @throws StorageUnavailable if the storage cannot confirm that the reports are stored
 */
export function storeAppInvites(
  reports: readonly unknown[],
  { inviteEvents }: Storage,
  now: number,
): Promise<Intake> {
  return storeValid(
    reports,
    (report) => checkAppInvite(report, now),
    async (invites) => (await inviteEvents.report(invites)).map(resultOf),
  );
}

function resultOf(outcome: InviteOutcome): Result {
  if (outcome === 'counted') return 'stored';
  if (outcome === 'repeated') return 'repeated';
  return outcome === 'other-inviter' ? errors.otherInviter() : errors.unknownInviter();
}
