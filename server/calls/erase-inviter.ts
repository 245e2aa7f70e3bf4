import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { ErasedResponse, InviterParams } from '../../contract/schemas/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../errors.ts';

/** Erases a person: the profile, and every row about them. */
export function eraseInviter(app: App, { storage, clock }: AppParts): void {
  app.route({
    method: calls.eraseInviter.method,
    url: calls.eraseInviter.path,
    schema: {
      summary: 'Erase a person: the profile, and every row about them',
      params: InviterParams,
      response: { 200: ErasedResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request) => {
      const erased = await storage.inviters.erase(request.params.id, clock());
      if (!erased) throw errors.unknownInviter();
      return { erased: true as const };
    },
  });
}
