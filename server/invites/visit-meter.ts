import type { TrackedAction } from '../../contract/tracking.ts';
import type { ExclusionReason, InviteOutcome } from '../../storage/storage.ts';
import type { Metric, Sample } from '../metric.ts';

/** What may become of a visit that this copy stores; an inviter whom nobody knows is an answer of 404. */
const OUTCOMES = ['counted', 'repeated', 'bot', 'link-preview', 'prefetch'] as const;
const ACTIONS: readonly TrackedAction[] = ['page_view', 'download_clicked'];

/** Counts what becomes of visits to invite pages. */
export class VisitMeter {
  readonly #counts = new Map<string, number>();

  /** @param excluded why it is no person's, if so */
  count(
    action: TrackedAction,
    outcome: InviteOutcome,
    excluded: ExclusionReason | undefined,
  ): void {
    const key = `${action} ${outcome === 'excluded' ? excluded : outcome}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** @returns every series from the beginning on: Prometheus misses the first of one that appears */
  measure(): Metric {
    const samples: Sample[] = ACTIONS.flatMap((action) =>
      OUTCOMES.map((outcome) => ({
        labels: { action, outcome },
        value: this.#counts.get(`${action} ${outcome}`) ?? 0,
      })),
    );
    return {
      name: 'site_invite_visits_total',
      help: 'What became of views of invite pages and of presses of their buttons.',
      type: 'counter',
      samples,
    };
  }
}
