import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import {
  InviterParams,
  PutInviterRequest,
  StoredResponse,
} from '../../contract/schemas/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { checkInviter } from '../inviter-checks.ts';

/** Creates or replaces the profile of an inviter. */
export function putInviter(app: App, { storage, profileImageHosts }: AppParts): void {
  app.route({
    method: calls.putInviter.method,
    url: calls.putInviter.path,
    schema: {
      summary: 'Create or replace the profile of an inviter',
      params: InviterParams,
      body: PutInviterRequest,
      response: { 200: StoredResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request) => {
      const inviter = checkInviter(request.params.id, request.body, profileImageHosts);
      await storage.inviters.put(inviter);
      return { stored: true as const };
    },
  });
}
