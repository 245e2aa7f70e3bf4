import { HOUR_MS } from '../../contract/durations.ts';
import type { RetentionRun } from '../../storage/retention/retention.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { repeatEachMinute } from './repeat.ts';

const RUN_EVERY_MS = HOUR_MS;

/**
 * Runs retention once an hour, on one of the running instances. A stop interrupts retention between two steps.
 *
 * @returns a function that returns the latest run of any instance, which is read once a minute
 */
export function scheduleRetention(
  app: FastifyApp,
  { storage, clock }: AppParts,
): () => RetentionRun | undefined {
  let last: RetentionRun | undefined;

  async function runWhenDue(stop: AbortSignal): Promise<void> {
    // The last run may be that of another instance. It is read before each run, so that the metrics show the last
    // successful run even if all further runs fail. If the database is unavailable, the run fails too, and logs the error.
    last = (await storage.retention.lastRun().catch(() => undefined)) ?? last;
    const run = await storage.retention.runWhenDue(clock(), RUN_EVERY_MS, stop);
    last = run ?? last;
    if (!run || run.events + run.erasedEvents === 0) return;
    const { events, erasedEvents } = run;
    app.log.info({ events, erasedEvents }, 'Removed expired and erased events.');
  }

  repeatEachMinute(app, runWhenDue, 'Retention did not finish.');
  return () => last;
}
