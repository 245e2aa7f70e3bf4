import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { JoinWaitlistRequest, JoinWaitlistResponse } from '../../contract/schemas/waitlist.ts';
import type { App, AppParts } from '../app-parts.ts';
import { canonicalEmail } from '../canonical-email.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** Puts an address on the waitlist. Nobody can learn from the answer whether it was there already. */
export function joinWaitlist(app: App, { storage, clock }: AppParts): void {
  app.route({
    method: calls.joinWaitlist.method,
    url: calls.joinWaitlist.path,
    config: { rateLimit: limits.joinWaitlist },
    schema: {
      summary: 'Put an address on the waitlist',
      body: JoinWaitlistRequest,
      response: { 200: JoinWaitlistResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request) => {
      const email = canonicalEmail(request.body.email);
      if (!email) throw errors.invalidEmail();
      await storage.waitlist.join(email, clock());
      return { joined: true as const };
    },
  });
}
