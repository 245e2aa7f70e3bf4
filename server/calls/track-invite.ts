import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { TrackInviteRequest, TrackInviteResponse } from '../../contract/schemas/tracking.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { whyExcluded } from '../traffic.ts';
import type { VisitMeter } from '../visit-meter.ts';

/** Counts what happened on an invite page. A robot gets the same answer as a person, and is counted apart. */
export function trackInvite(app: App, { storage, clock }: AppParts, visits: VisitMeter): void {
  app.route({
    method: calls.trackInvite.method,
    url: calls.trackInvite.path,
    config: { rateLimit: limits.trackInvite },
    schema: {
      summary: 'Count what happened on an invite page',
      body: TrackInviteRequest,
      response: { 200: TrackInviteResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request) => {
      const { refUserId, action, eventId } = request.body;
      // Half a character would be stored as another one, which may be somebody else's id.
      if (!refUserId.isWellFormed()) throw errors.unknownInviter();
      const excluded = whyExcluded(request.headers);
      const outcome = await storage.inviteEvents.visit({
        inviterId: refUserId,
        action,
        eventId,
        at: clock(),
        excluded,
      });
      visits.count(action, outcome, excluded);
      if (outcome === 'unknown-inviter') throw errors.unknownInviter();
      return { tracked: true as const };
    },
  });
}
