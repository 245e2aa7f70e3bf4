import { Counter } from 'prom-client';
import { exclusionReasons, trackedActions } from '../../contract/invite-events.ts';
import type { InviteOutcome } from '../../storage/events.ts';
import type { App, AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { localCheck } from '../http/request-source.ts';
import { idsOf } from './find-inviter.ts';
import { whyExcluded } from './traffic.ts';

/**
 * Counts an event of an invite page. A robot gets the same answer as a person, and is counted separately. If only this
 * machine can reach the site, requests from tools such as curl or a headless browser count like those of people.
 */
export function trackInvite(app: App, parts: AppParts): Handler<'trackInvite'> {
  const { storage, clock } = parts;
  const visits = countVisits(app);
  const isOwn = parts.ownMachine ? localCheck(parts) : () => false;
  return async (request) => {
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
    if (outcome === 'unknown-inviter') throw errors.unknownInviter();
    visits.inc({ action, outcome: excluded ?? outcome });
    return { tracked: true };
  };
}

/** Visits to unknown inviters are answered with 404, and only the metric of HTTP answers counts them. */
function countVisits(app: App): Counter<'action' | 'outcome'> {
  const visits = new Counter({
    name: 'site_invite_visits_total',
    help: 'Page views and button presses on invite pages, by outcome.',
    labelNames: ['action', 'outcome'],
    registers: [app.metrics],
  });
  // Prometheus does not see the first increase of a series that is new.
  for (const action of trackedActions) {
    for (const outcome of ['counted', 'repeated', ...exclusionReasons])
      visits.inc({ action, outcome }, 0);
  }
  return visits;
}
