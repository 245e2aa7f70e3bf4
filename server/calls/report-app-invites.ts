import { MAX_APP_INVITES_PER_CALL } from '../../contract/app-invites.ts';
import { calls } from '../../contract/calls.ts';
import {
  ReportAppInvitesRequest,
  ReportAppInvitesResponse,
} from '../../contract/schemas/app-invites.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { takeInAppInvites } from '../app-invite-intake.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../errors.ts';

/** A kilobyte for each report of a full list, which is more than they take. */
const MAX_LIST_BYTES = 1024 * 1024;

/** Takes in which invites were sent and accepted inside the app. */
export function reportAppInvites(app: App, { storage, clock }: AppParts): void {
  app.route({
    method: calls.reportAppInvites.method,
    url: calls.reportAppInvites.path,
    bodyLimit: MAX_LIST_BYTES,
    schema: {
      summary: 'Take in which invites were sent and accepted inside the app',
      body: ReportAppInvitesRequest,
      response: { 200: ReportAppInvitesResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    // The schema would refuse a list for one bad report; `takeInAppInvites` checks each of them.
    validatorCompiler: () => () => true,
    handler: async ({ body }) => {
      const reports: readonly unknown[] = Array.isArray(body) ? body : [body];
      if (reports.length < 1 || reports.length > MAX_APP_INVITES_PER_CALL) {
        throw errors.wrongNumberOfReports();
      }
      const { stored, repeated, refused } = await takeInAppInvites(reports, storage, clock());
      if (!Array.isArray(body) && refused[0]) throw refused[0].error;
      return {
        stored,
        repeated,
        refused: refused.map(({ index, error }) => ({ index, error: error.message })),
      };
    },
  });
}
