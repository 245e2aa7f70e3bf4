import {
  type ExclusionReason,
  exclusionReasons,
  type TrackedAction,
  trackedActions,
} from '../../contract/invite-events.ts';
import type { InviteOutcome } from '../../storage/interface/invites.ts';
import type { Metric, Sample } from '../metric.ts';

/**
 * The outcomes of visits to known inviters. Visits to unknown inviters are answered with 404, and only the metric of
 * HTTP answers counts them.
 */
const OUTCOMES = ['counted', 'repeated', ...exclusionReasons] as const;

/** Counts visits to invite pages by their outcome. */
export class VisitMeter {
  readonly #counts = new Map<string, number>();

  /** @param excluded the reason not to count the visit, if any */
  count(
    action: TrackedAction,
    outcome: InviteOutcome,
    excluded: ExclusionReason | undefined,
  ): void {
    const key = `${action} ${outcome === 'excluded' ? excluded : outcome}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** @returns every series, also those with 0: Prometheus does not see the first increase of a series that is new */
  measure(): Metric {
    const samples: Sample[] = trackedActions.flatMap((action) =>
      OUTCOMES.map((outcome) => ({
        labels: { action, outcome },
        value: this.#counts.get(`${action} ${outcome}`) ?? 0,
      })),
    );
    return {
      name: 'site_invite_visits_total',
      help: 'Page views and button presses on invite pages, by outcome.',
      type: 'counter',
      samples,
    };
  }
}
