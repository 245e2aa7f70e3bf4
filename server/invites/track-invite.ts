import type { InviteOutcome } from '../../storage/interface/invites.ts';
import type { AppParts } from '../app-parts.ts';
import { type Handler, plainHandler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { localCheck } from '../http/forwarding.ts';
import { idsOf } from './find-inviter.ts';
import { whyExcluded } from './traffic.ts';
import type { VisitMeter } from './visit-meter.ts';

const TRACKED = { tracked: true } as const;

/**
 * Counts an event of an invite page. A robot gets the same answer as a person, and is counted separately. If only this
 * machine can reach the site, requests from tools such as curl or a headless browser count like those of people.
 */
export function trackInvite(parts: AppParts, visits: VisitMeter): Handler<'trackInvite'> {
  const { storage, clock } = parts;
  const isOwn = parts.ownMachine ? localCheck(parts) : () => false;
  return plainHandler(async (request) => {
    const { refUserId, action, eventId } = request.body;
    // UTF-8 cannot encode a lone surrogate: it would become U+FFFD, and the event could count for another id.
    if (!refUserId.isWellFormed()) throw errors.unknownInviter();
    const reason = whyExcluded(request.headers);
    const excluded = reason === 'bot' && isOwn(request) ? undefined : reason;
    const visit = { action, eventId, at: clock(), excluded };
    let outcome: InviteOutcome = 'unknown-inviter';
    for (const inviterId of idsOf(refUserId)) {
      outcome = await storage.inviteEvents.visit({ ...visit, inviterId });
      if (outcome !== 'unknown-inviter') break;
    }
    visits.count(action, outcome, excluded);
    if (outcome === 'unknown-inviter') throw errors.unknownInviter();
    return TRACKED;
  });
}
