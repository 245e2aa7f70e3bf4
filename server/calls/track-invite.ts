import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../call.ts';
import { errors } from '../errors.ts';
import { whyExcluded } from '../traffic.ts';
import type { VisitMeter } from '../visit-meter.ts';

/** Counts what happened on an invite page. A robot gets the same answer as a person, and is counted apart. */
export function trackInvite(
  { storage, clock }: AppParts,
  visits: VisitMeter,
): Handler<'trackInvite'> {
  return async (request) => {
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
    return { tracked: true };
  };
}
