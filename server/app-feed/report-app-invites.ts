import { MAX_APP_INVITES_PER_CALL } from '../../contract/app-invites.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { storeAppInvites } from './app-invite-intake.ts';

/** Counts invites that were sent and accepted inside the app. */
export function reportAppInvites({ storage, clock }: AppParts): Handler<'reportAppInvites'> {
  return async ({ body }) => {
    const reports: readonly unknown[] = Array.isArray(body) ? body : [body];
    if (reports.length < 1 || reports.length > MAX_APP_INVITES_PER_CALL) {
      throw errors.wrongNumberOfReports();
    }
    const { stored, repeated, refused } = await storeAppInvites(reports, storage, clock());
    if (!Array.isArray(body) && refused[0]) throw refused[0].error;
    return {
      stored,
      repeated,
      refused: refused.map(({ index, error }) => ({ index, error: error.message })),
    };
  };
}
