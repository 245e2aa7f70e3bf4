import { MAX_APP_INVITES_PER_CALL } from '../../contract/invite-events.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { storeAppInvites } from './app-invites.ts';
import { checkInviter } from './inviters.ts';

/** The calls of the app's back end. */
export function ingestCalls({ storage, clock, profileImageHosts }: AppParts) {
  return {
    /** Creates or replaces the profile of an inviter. */
    async putInviter({ params, body }) {
      await storage.inviters.put(checkInviter(params.id, body, profileImageHosts));
      return { stored: true };
    },

    /** Erases an inviter: the profile and the counters. The next hourly retention deletes the inviter's events. */
    async eraseInviter({ params }) {
      if (!(await storage.inviters.erase(params.id, clock()))) throw errors.unknownInviter();
      return { erased: true };
    },

    /** Counts invites that were sent and accepted inside the app. */
    async reportAppInvites({ body }) {
      const reports: readonly unknown[] = Array.isArray(body) ? body : [body];
      if (reports.length < 1 || reports.length > MAX_APP_INVITES_PER_CALL) {
        throw errors.wrongNumberOfReports(MAX_APP_INVITES_PER_CALL);
      }
      const { stored, repeated, refused } = await storeAppInvites(reports, storage, clock());
      if (!Array.isArray(body) && refused[0]) throw refused[0].error;
      const sentences = refused.map(({ index, error }) => ({ index, error: error.message }));
      return { stored, repeated, refused: sentences };
    },
  } satisfies Partial<Handlers>;
}
