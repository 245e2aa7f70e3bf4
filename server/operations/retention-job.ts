import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { RetentionRun } from '../../storage/retention/retention.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';

const RUN_EVERY_MS = HOUR_MS;
const CHECK_EVERY_MS = MINUTE_MS;

/**
 * Runs retention once an hour, on one of the running instances. A stop interrupts retention between two steps.
 *
 * @returns a function that returns the latest run of any instance, which is read once a minute
 */
export function scheduleRetention(
  app: FastifyApp,
  { storage, clock }: AppParts,
): () => RetentionRun | undefined {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let last: RetentionRun | undefined;

  app.addHook('onListen', async () => {
    timer = setInterval(() => {
      running ??= runWhenDue().finally(() => {
        running = undefined;
      });
    }, CHECK_EVERY_MS);
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    stop.abort();
  });
  // Closing the app waits for the current run, because the caller closes the storage afterwards.
  app.addHook('onClose', () => running);
  return () => last;

  async function runWhenDue(): Promise<void> {
    // The last run may be that of another instance. It is read before each run, so that the metrics show the last
    // successful run even if all further runs fail. If the database is unavailable, the run fails too, and logs the error.
    last = (await storage.retention.lastRun().catch(() => undefined)) ?? last;
    try {
      const run = await storage.retention.runWhenDue(clock(), RUN_EVERY_MS, stop.signal);
      last = run ?? last;
      if (run && run.events + run.erasedEvents > 0) {
        const { events, erasedEvents } = run;
        app.log.info({ events, erasedEvents }, 'Removed expired and erased events.');
      }
    } catch (error) {
      if (!stop.signal.aborted) app.log.error({ err: error }, 'Retention did not finish.');
    }
  }
}
